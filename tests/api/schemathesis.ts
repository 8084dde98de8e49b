import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { python, pythonPackages } from './python.ts';

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
  /** The URL of the API. */
  url: string;
  headers: Record<string, string>;
  /** The ids of operations that must not be called. */
  excludedOperations: string[];
  /** A folder for temporary files. */
  folder: string;
}

/** A run makes the same calls each time, unless this variable sets another seed. */
const { API_SEED } = process.env;
const calls = API_SEED === undefined ? ['--generation-deterministic'] : ['--seed', API_SEED];

/**
 * Runs Schemathesis on every operation of the document: property-based tests, deterministic unless API_SEED is set.
 * Returns its output; throws it if a test fails.
 */
export async function schemathesis({ document, url, headers, excludedOperations, folder }: Run): Promise<string> {
  const packages = await pythonPackages('schemathesis', '4.32.5');
  // Several run concurrently, each with a document of its own.
  const file = join(await mkdtemp(join(folder, 'run-')), 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const options = [
    ...['--url', url, '--phases', 'examples,fuzzing', '--max-examples', '2', '--checks', checks.join(',')],
    ...[...calls, '--no-shrink', '--continue-on-failure', '--suppress-health-check', 'all'],
    ...['--generation-with-security-parameters', 'false', '--warnings', 'off', '--no-color'],
    ...excludedOperations.flatMap((id) => ['--exclude-operation-id', id]),
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
  ];
  return await python(['-m', 'schemathesis.cli', 'run', file, ...options], { packages, folder });
}
