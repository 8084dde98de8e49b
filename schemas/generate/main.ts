import { generate } from './generate.ts';

/** What `npm run generate` does for a build and for `npm run dev`: it writes, and looks at nothing else. */
generate().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
