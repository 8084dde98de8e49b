import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '#api/host/config/cache-folder.ts';

const version = '4.32.5';
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

interface Run {
  /** The OpenAPI document. */
  document: object;
  /** Where the API listens. */
  url: string;
  headers: Record<string, string>;
  /** Operations by their id that are not to be called. */
  without: string[];
  /** Where it may write. */
  folder: string;
}

/** Has Schemathesis call every operation of the document, the same calls in each run. Answers what it prints; throws that when it finds a fault. */
export async function schemathesis({ document, url, headers, without, folder }: Run): Promise<string> {
  const packages = await installed();
  // Several run at once, each with a document of its own.
  const file = join(await mkdtemp(join(folder, 'run-')), 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const options = [
    ...['--url', url, '--phases', 'examples,fuzzing', '--max-examples', '2', '--checks', checks.join(',')],
    ...['--generation-deterministic', '--no-shrink', '--continue-on-failure', '--suppress-health-check', 'all'],
    ...['--generation-with-security-parameters', 'false', '--warnings', 'off', '--no-color'],
    ...without.flatMap((id) => ['--exclude-operation-id', id]),
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
  ];
  return await python(['-m', 'schemathesis.cli', 'run', file, ...options], { packages, folder });
}

/** The folder with Schemathesis and what it needs, fetched by pip into the user's cache where it is missing. */
async function installed(): Promise<string> {
  const cache = cacheFolder(process.env);
  const folder = join(cache, `schemathesis-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  // Moved there whole, so that an interrupted run leaves nothing half.
  const fresh = await mkdtemp(join(cache, 'schemathesis-'));
  const wanted = ['--target', fresh, `schemathesis==${version}`];
  await python(['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...wanted], { folder: cache });
  await rename(fresh, folder).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
  return folder;
}

async function python(args: string[], { packages, folder }: { packages?: string; folder: string }): Promise<string> {
  const environment = { ...process.env, ...(packages ? { PYTHONPATH: packages, PYTHONIOENCODING: 'utf-8' } : {}) };
  const child = spawn('python3', args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => printed.push(text));
  }
  const [code]: unknown[] = await once(child, 'close');
  const output = printed.join('');
  if (code === 0) return output;
  throw new Error(
    `python3 ${args.slice(0, 3).join(' ')} ended with ${code}; it needs Python 3.11 with pip:\n${output}`,
  );
}
