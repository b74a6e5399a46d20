//! What must not compile, and what the compiler then says.

#[test]
fn wrong_sizes_and_boards_do_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
