//! The interface of the page and the engine: one buffer for JSON in both directions.
//!
//! The page asks for room, writes a request there, and calls `answer`; then the buffer holds the
//! answer. Only safe code touches the buffer on this side. The crate denies exported symbol names
//! elsewhere, since they could clash.

#![expect(unsafe_code, reason = "`no_mangle` alone; there is no unsafe block")]

use std::cell::RefCell;
use std::panic;

use crate::Engine;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new());
}

/// Allocates `bytes` bytes for a request, and returns their address.
#[unsafe(no_mangle)]
extern "C" fn room(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(bytes, 0);
        buffer.as_mut_ptr()
    })
}

/// Answers the request in the buffer, and returns the length of the answer.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    // A panic traps without a message, so the message is left in the buffer.
    panic::set_hook(Box::new(|panic| {
        leave(panic.to_string().into_bytes());
    }));
    let request = BUFFER.take();
    let answer = ENGINE.with_borrow_mut(|engine| engine.answer(&request));
    leave(answer.into_bytes())
}

/// Returns the address of the answer, or of the message of a panic.
#[unsafe(no_mangle)]
extern "C" fn start() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}

/// Returns the length of the answer, or of the message of a panic.
#[unsafe(no_mangle)]
extern "C" fn length() -> usize {
    BUFFER.with_borrow(Vec::len)
}

fn leave(bytes: Vec<u8>) -> usize {
    let length = bytes.len();
    BUFFER.set(bytes);
    length
}
