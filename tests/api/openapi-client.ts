import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { cacheFolder } from '#api/platform/config/config.ts';
import { runCommand } from '#tests/runner/command.ts';

/**
 * openapi-typescript uses the compiler API of TypeScript 5, which version 7 no longer has. The two cannot coexist in
 * package.json, so they are installed into the user's cache, as Schemathesis is.
 */
const packages = ['openapi-typescript@7.13.0', 'typescript@5.9.3'];

const tscOptions = [
  ...['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'],
  ...['--module', 'preserve', '--target', 'es2023'],
];

/**
 * Compiles a client in strict mode with the types that openapi-typescript generates (`./api.ts`). Returns the compiler
 * output.
 */
export async function compileClient(document: object, client: string, folder: string, types = ''): Promise<string> {
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
  await writeFile(join(folder, 'client.ts'), client);
  const program = join(await nodePackages(...packages), 'node_modules/.bin/openapi-typescript');
  const generation = await run(program, [join(folder, 'openapi.json'), '--output', join(folder, 'api.ts')]);
  if (!generation.isOk) throw new Error(`openapi-typescript: ${generation.output}`);
  return await compile(join(folder, 'client.ts'), types);
}

/** Compiles a file in strict mode, without writing it. Returns the compiler output. */
export async function compile(file: string, types = ''): Promise<string> {
  const compiled = await run(resolve('node_modules/.bin/tsc'), [...tscOptions, '--types', types, file]);
  return compiled.output.trim();
}

/** The folder of Node packages and their dependencies, which npm installs into the user's cache if it is missing. */
export async function nodePackages(...packages: string[]): Promise<string> {
  const cache = cacheFolder(process.env);
  const folder = join(cache, packages.join('-').replaceAll(/[@/]+/g, '-'));
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  // Moved into place as a whole, so that an interrupted run leaves nothing incomplete.
  const fresh = await mkdtemp(join(cache, 'node-packages-'));
  const found = await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', fresh, ...packages]);
  if (!found.isOk) throw new Error(`npm install ${packages.join(' ')}: ${found.output}`);
  await rename(fresh, folder).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
  return folder;
}

const run = (program: string, args: string[]) => runCommand({ program, args, limit: 180 });
