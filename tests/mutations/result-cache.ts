import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MutantCoverage as MutantHits } from '@stryker-mutator/api/core';

/** How often a test file hit each mutant by id, and how long it took. */
export interface FileCoverage {
  hits: MutantHits['static'];
  milliseconds: number;
}

/** The result of a mutant: the test files that ran, with digests of their content, and the one that killed it. */
export interface MutantResult {
  change: string;
  source: string;
  testFileDigests: Record<string, string>;
  killedBy?: string;
  failure?: string;
}

/**
 * Cache of results between runs. An interrupted run continues, and the next run only tests what an edit may have
 * changed. A test file counts as unchanged while its own text is; its imports are not compared.
 */
export class ResultCache {
  private readonly folder: string;
  private readonly results = new Map<string, MutantResult>();

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(join(folder, 'reached'), { recursive: true });
    if (!existsSync(this.file)) return;
    for (const line of readFileSync(this.file, 'utf8').split('\n').filter(Boolean)) {
      const result: MutantResult = JSON.parse(line);
      this.results.set(result.change, result);
    }
  }

  private get file(): string {
    return join(this.folder, 'results.jsonl');
  }

  /** The cached coverage of a test file, if it and the product's files are unchanged. */
  coverage(key: string): FileCoverage | undefined {
    const file = join(this.folder, 'reached', `${key}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  }

  saveCoverage(key: string, reached: FileCoverage): void {
    writeFileSync(join(this.folder, 'reached', `${key}.json`), JSON.stringify(reached));
  }

  /**
   * The cached result of a mutant of this source, if running these test files now would give the same; `digestNow`
   * returns the current digest of a test file.
   */
  result(
    { change, source, testFileDigests }: MutantResult,
    digestNow: (file: string) => string | undefined,
  ): MutantResult | undefined {
    const result = this.results.get(change);
    if (result?.source !== source) return;
    const decisive = result.killedBy === undefined ? Object.keys(testFileDigests) : [result.killedBy];
    const isAsItWas = (file: string) =>
      result.testFileDigests[file] !== undefined && result.testFileDigests[file] === digestNow(file);
    return decisive.every(isAsItWas) ? result : undefined;
  }

  /** Splits the test files into those that may still kill the mutant and those known not to. */
  untested({ change, source, testFileDigests }: MutantResult): {
    untested: string[];
    survived: Record<string, string>;
  } {
    const result = this.results.get(change);
    const isKnown = result?.source === source && result.killedBy === undefined;
    const isInVain = (file: string) => isKnown && result.testFileDigests[file] === testFileDigests[file];
    return {
      untested: Object.keys(testFileDigests).filter((file) => !isInVain(file)),
      survived: isKnown ? result.testFileDigests : {},
    };
  }

  saveResult(result: MutantResult): void {
    this.results.set(result.change, result);
    appendFileSync(this.file, `${JSON.stringify(result)}\n`);
  }
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

export const digestOfFile = (path: string): string => digest(readFileSync(path, 'utf8'));
