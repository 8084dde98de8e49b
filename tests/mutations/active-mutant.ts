import type { MutantCoverage } from '@stryker-mutator/api/core';
import { afterEach, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of the change that the product runs with, and how often it may be come by; null for none. */
    mutant: { id: string; hitLimit: number } | null;
  }
  interface TaskMeta {
    /** How often a test file came by each change, by their numbers. */
    reached?: MutantCoverage['static'];
  }
}

declare global {
  /** Where the product's files, as Stryker has written them, ask which change holds and count what they come by. */
  var __stryker__:
    | { activeMutant?: string; hitLimit?: number; hitCount?: number; mutantCoverage?: MutantCoverage }
    | undefined;
}

// Before any file of the product is loaded, so that a change of what a module does at once counts, too.
const mutant = inject('mutant');
globalThis.__stryker__ = mutant ? { activeMutant: mutant.id, hitLimit: mutant.hitLimit, hitCount: 0 } : {};

afterEach(({ task }) => {
  task.file.meta.reached = globalThis.__stryker__?.mutantCoverage?.static ?? {};
});
