import { parseArgs } from 'node:util';
import { driftedFiles, generate } from '#schemas/generate/generate.ts';

const usage = `npm run generate [-- --check [--database]]

Writes all that is made from schemas/ and grammar/. With --check it writes nothing and says what differs from the schemas,
with 1 as its exit code when anything does: the generated files; with --database also the indexes and documents of the
product's database, which may be running, and where in the tree each document stands.`;

/** `npm run generate`. Nothing that is generated may be imported before it has been. */
async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      database: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || (values.database && !values.check)) {
    report(usage);
    return values.help;
  }
  if (!values.check) {
    await generate();
    return true;
  }
  const drifted = await driftedFiles();
  if (drifted.length > 0) {
    report(`Out of step with schemas/: ${drifted.map(({ path }) => path).join(', ')}\nRun: npm run generate`);
    return false;
  }
  if (!values.database) return true;
  const { checkDatabase } = await import('./check-database.ts');
  await checkDatabase(report);
  return true;
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().then(
  (isInStep) => {
    if (!isInStep) process.exitCode = 1;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
