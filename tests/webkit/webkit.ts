import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '#api/platform/mongod/start.ts';
import { pollUntil } from '#tests/product/until.ts';
import type { CommandOutcome } from '#tests/runner/command.ts';
import { debianPackages, onPath, runInstallAttempts } from '#tests/runner/install.ts';

/** The programs that the tests need, and their Debian packages. */
const programs = { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };

/** Installs WebKit's driver and a virtual display where they are missing. The outcome's output says what is missing. */
export async function findOrInstallWebKit(): Promise<CommandOutcome> {
  const missing = () => Object.entries(programs).flatMap(([program, name]) => (onPath(program) ? [] : [name]));
  const why = 'no WebKit here yet';
  const seconds = missing().length > 0 ? await runInstallAttempts(debianPackages(missing(), { why, limit: 240 })) : 0;
  const names = missing().join(' ');
  const output = names === '' ? '' : `No WebKit for the browser tests. As root on Debian: apt-get install ${names}\n`;
  return { isOk: names === '', seconds, output };
}

function pathOf(program: keyof typeof programs): string {
  const path = onPath(program);
  if (!path) throw new Error(`There is no ${program}. As root on Debian: apt-get install ${programs[program]}`);
  return path;
}

/** A browser that W3C WebDriver controls: elements are found by their role and name, as users find them. */
export interface WebKit {
  open(url: string): Promise<void>;
  /** Waits for a visible element with this role and name, and returns it. */
  find(role: Role, name: string | RegExp): Promise<Found>;
  /** Calls a function body in the page with the arguments, and returns the result. */
  run(body: string, ...args: unknown[]): Promise<unknown>;
  /** Presses keys in the focused element; `keys` has the special ones. */
  press(text: string): Promise<void>;
  /** Writes a screenshot of the window to a file. */
  screenshot(file: string): Promise<void>;
  close(): Promise<void>;
}

/** An element of the page. */
interface Found {
  click(): Promise<void>;
  /** Focuses the element and types the text, key by key. */
  type(text: string): Promise<void>;
  text(): Promise<string>;
  value(): Promise<string>;
}

/** Code points of special keys (WebDriver, "Keyboard actions"). */
export const keys = { tab: '\uE004', enter: '\uE007', escape: '\uE00C' };

type Role = keyof typeof selectors;

/** The elements of each role; their names are computed as far as our pages need it. */
const selectors = {
  button: 'button, [role="button"]',
  link: 'a[href]',
  heading: 'h1, h2, h3',
  field: 'input, textarea, select',
  option: '[role="option"]',
  alert: '[role="alert"]',
  complementary: 'aside',
};

const findBody = `
  const [selector, source, exact] = arguments;
  const clean = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const named = (element) => {
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
    if (ids.length > 0) return clean(ids.map((id) => document.getElementById(id)?.textContent).join(' '));
    const labels = [...(element.labels ?? [])].map((label) => label.textContent).join(' ');
    return clean(element.getAttribute('aria-label') ?? (labels || element.textContent));
  };
  const isRight = (name) => exact ? name === source : new RegExp(source).test(name);
  return [...document.querySelectorAll(selector)]
    .find((element) => element.getClientRects().length > 0 && isRight(named(element))) ?? null;`;

/** WebDriver's name for the reference to an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Starts WebKit on a display of its own, with an empty profile. Call `close` in the end. */
export async function startWebKit(): Promise<WebKit> {
  const home = await mkdtemp(join(tmpdir(), 'portal-webkit-'));
  const children: ChildProcess[] = [];
  const end = async () => {
    for (const child of children.toReversed()) await endProcess(child);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const display = spawn(pathOf('Xvfb'), ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    children.push(display);
    const port = await freePort();
    const driver = spawn(pathOf('WebKitWebDriver'), [`--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        ...{ HOME: home, XDG_RUNTIME_DIR: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home, TZ: 'UTC' },
        // Without a graphics card and a desktop.
        ...{ DISPLAY: `:${await displayNumber(display)}`, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' },
        ...{ WEBKIT_DISABLE_DMABUF_RENDERER: '1', NO_AT_BRIDGE: '1', GSETTINGS_BACKEND: 'memory' },
      },
    });
    children.push(driver);
    const session = await openSession(`http://127.0.0.1:${port}`);
    return browserOf(session, async () => {
      await session('DELETE', '').catch(() => undefined);
      await end();
    });
  } catch (error) {
    await end();
    throw error;
  }
}

type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

function browserOf(send: Send, close: () => Promise<void>): WebKit {
  const run = (body: string, ...args: unknown[]) => send('POST', '/execute/sync', { script: body, args });
  const elementOf = (id: string): Found => ({
    click: async () => {
      await send('POST', `/element/${id}/click`, {});
    },
    type: async (text) => {
      await send('POST', `/element/${id}/value`, { text });
    },
    text: async () => String(await send('GET', `/element/${id}/text`)),
    value: async () => String(await send('GET', `/element/${id}/property/value`)),
  });
  return {
    open: async (url) => {
      await send('POST', '/url', { url });
    },
    find: (role, name) =>
      pollUntil({ label: `${role} ${String(name)}`, seconds: 30 }, async () => {
        const source = typeof name === 'string' ? name : name.source;
        const found = Object(await run(findBody, selectors[role], source, typeof name === 'string'));
        const id: unknown = found[elementKey];
        return typeof id === 'string' ? elementOf(id) : undefined;
      }),
    run,
    press: async (text) => {
      const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
      await send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    screenshot: async (file) => writeFile(file, Buffer.from(String(await send('GET', '/screenshot')), 'base64')),
    close,
  };
}

/** Opens a session and returns the function that sends its commands. */
async function openSession(url: string): Promise<Send> {
  await pollUntil({ label: 'WebKitWebDriver', seconds: 30 }, () =>
    fetch(`${url}/status`).then(
      () => true,
      () => undefined,
    ),
  );
  const opened = Object(await sendCommand(`${url}/session`, 'POST', { capabilities: {} }));
  const send: Send = (method, path, body) => sendCommand(`${url}/session/${opened.sessionId}${path}`, method, body);
  await send('POST', '/window/rect', { width: 1280, height: 800 });
  return send;
}

async function sendCommand(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = Object(await response.json());
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value?.error}: ${value?.message}`);
  return value;
}

/** Xvfb chooses a free display and writes its number. */
async function displayNumber(display: ChildProcess): Promise<string> {
  const output = display.stdio[3];
  if (!isReadable(output)) throw new Error('Xvfb has no output');
  const [chunk] = await Promise.race([
    once(output, 'data'),
    once(display, 'exit').then(() => Promise.reject(new Error('Xvfb exited'))),
  ]);
  return String(chunk).trim();
}

const isReadable = (stream: unknown): stream is Readable => stream instanceof Object && 'read' in stream;

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
