import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A mongod program that was verified to run. */
export type MongodBinary = { path: string; version: string };

/** Debian packages of the shared libraries that official mongod builds need. */
const packagesOf: Record<string, string> = {
  'libcurl.so.4': 'libcurl4',
  'libssl.so.3': 'libssl3',
  'libcrypto.so.3': 'libssl3',
  'libssl.so.1.1': 'libssl1.1',
  'libcrypto.so.1.1': 'libssl1.1',
  'liblzma.so.5': 'liblzma5',
  'libresolv.so.2': 'libc6',
};

/**
 * Runs `PATH --version`. Throws an error with the reason in one sentence if the program is unusable: missing file,
 * missing package, wrong processor, or too old (transactions and the driver need 6.0).
 */
export async function probeBinary(path: string): Promise<MongodBinary> {
  const output = await run(path);
  const version = /db version v(\d+\.\d+\.\d+)/.exec(output)?.[1];
  if (version === undefined) throw new Error(`${path} is not a mongod binary: --version prints no MongoDB version`);
  if (Number.parseInt(version, 10) < 6) throw new Error(`${path} is MongoDB ${version}, but 6.0 or newer is required`);
  return { path, version };
}

async function run(path: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 20_000 });
    return stdout;
  } catch (error) {
    throw new Error(failureReason(path, error), { cause: error });
  }
}

function failureReason(path: string, error: unknown): string {
  const { code, signal, stderr } = failureOf(error);
  if (code === 'ENOENT') return path.includes('/') ? `the file ${path} does not exist` : `there is no ${path} on PATH`;
  if (code === 'EACCES') return `${path} is not executable`;
  if (signal === 'SIGILL') return `${path} needs instructions that this processor lacks (AVX)`;
  const library = /([\w.+-]+\.so[\w.]*): cannot open shared object file/.exec(stderr)?.[1];
  if (library !== undefined) return `${path} ${missing(library)}`;
  return `${path} does not run here: ${stderr.trim().split('\n')[0] || code || signal}`;
}

function missing(library: string): string {
  const named = packagesOf[library];
  return named === undefined
    ? `needs the library ${library}: install the package that provides it`
    : `needs ${library}: install the package ${named} (apt-get install ${named})`;
}

function failureOf(error: unknown): { code: string; signal: string; stderr: string } {
  const field = (name: string): string =>
    typeof error === 'object' && error !== null && name in error ? String(Reflect.get(error, name) ?? '') : '';
  return { code: field('code'), signal: field('signal'), stderr: field('stderr') };
}
