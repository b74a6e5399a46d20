// Chromium or Firefox, and the checks of every test: no errors, and no request to another place.

import { createRequire } from 'node:module';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The folder of node_modules where `run` put playwright-core and axe-core.
const require = createRequire(join(process.env.PLAYGROUND_MODULES ?? process.cwd(), 'x.js'));

const { chromium, firefox } = require('playwright-core');
export const axe = require.resolve('axe-core/axe.min.js');

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias binding="strong"><family>system-ui</family><prefer><family>Inter</family></prefer></alias>
  <alias binding="strong"><family>sans-serif</family><prefer><family>Inter</family></prefer></alias>
  <alias binding="strong"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>`;

/** True if the tests run in Firefox, which the environment names. */
export const isFirefox = Boolean(process.env.FIREFOX);

// What Firefox can't be told of a window: it follows the system, and its preferences reduce motion.
const FIREFOX = isFirefox ? { isMobile: undefined, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null } : {};
const PREFERENCES = { 'ui.prefersReducedMotion': 1 };

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Starts a browser with the font that a phone's would be like, if it is there. */
export async function launch() {
  const folder = await mkdtemp(join(tmpdir(), 'playground-'));
  const fonts = join(folder, 'fonts.conf');
  await writeFile(fonts, FONTS);
  const env = { ...process.env, FONTCONFIG_FILE: fonts };
  const browser = isFirefox
    ? await firefox.launch({ channel: 'moz-firefox', executablePath: process.env.FIREFOX, firefoxUserPrefs: PREFERENCES, env })
    : await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGUMENTS, env });
  return { browser, close: async () => { await browser.close(); await rm(folder, { recursive: true, force: true }); } };
}

/** Opens the page in a window of its own; `errors` fills with all that goes wrong. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options, ...FIREFOX });
  const page = await context.newPage();
  const errors = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) errors.push(message.text()); });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('requestfailed', (request) => errors.push(`failed: ${request.url()}`));
  page.on('request', (request) => { if (!request.url().startsWith(new URL(url).origin) && !request.url().startsWith('blob:')) errors.push(`elsewhere: ${request.url()}`); });
  await page.goto(url);
  await page.waitForSelector('html[data-ready]', { timeout: 20_000 });
  return { page, context, errors };
}
