import fc from 'fast-check';

// What properties are tried with: by themselves anew each time, in a run with the seed that the run has printed.
const { SEED } = process.env;
if (SEED !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(SEED) });
