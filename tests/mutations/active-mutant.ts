import type { MutantCoverage } from '@stryker-mutator/api/core';
import { afterEach, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The id of the active mutant and its hit limit; null for none. */
    mutant: { id: string; hitLimit: number } | null;
  }
  interface TaskMeta {
    /** How often a test file hit each mutant, by mutant id. */
    reached?: MutantCoverage['static'];
  }
}

declare global {
  /** The global with which the product's instrumented files (Stryker) ask which mutant is active and count hits. */
  var __stryker__:
    | { activeMutant?: string; hitLimit?: number; hitCount?: number; mutantCoverage?: MutantCoverage }
    | undefined;
}

// Set it before any product file loads, so that mutants in module-level code are active, too.
const mutant = inject('mutant');
globalThis.__stryker__ = mutant ? { activeMutant: mutant.id, hitLimit: mutant.hitLimit, hitCount: 0 } : {};

afterEach(({ task }) => {
  task.file.meta.reached = globalThis.__stryker__?.mutantCoverage?.static ?? {};
});
