import fc from 'fast-check';

// Seed of property-based tests (fast-check): random when run alone, the printed SEED of the run otherwise.
const { SEED } = process.env;
if (SEED !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(SEED) });
