import { generate } from './generate.ts';

/** The entry point of `npm run generate` for builds and `npm run dev`: writes the files and checks nothing else. */
generate().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
