import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MutantCoverage } from '@stryker-mutator/api/core';

/** How often a test file hit each mutant by id, and how long it took. */
export interface Reached {
  hits: MutantCoverage['static'];
  milliseconds: number;
}

/** The result of a mutant: the test files that ran, with digests of their content, and the one that killed it. */
export interface Result {
  change: string;
  source: string;
  asked: Record<string, string>;
  killedBy?: string;
  failure?: string;
}

/**
 * Cache of results between runs. An interrupted run continues, and the next run only tests what an edit may have
 * changed. A test file counts as unchanged while its own text is; its imports are not compared.
 */
export class Kept {
  private readonly folder: string;
  private readonly results = new Map<string, Result>();

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(join(folder, 'reached'), { recursive: true });
    if (!existsSync(this.file)) return;
    for (const line of readFileSync(this.file, 'utf8').split('\n').filter(Boolean)) {
      const result: Result = JSON.parse(line);
      this.results.set(result.change, result);
    }
  }

  private get file(): string {
    return join(this.folder, 'results.jsonl');
  }

  /** The cached coverage of a test file, if it and the product's files are unchanged. */
  reached(key: string): Reached | undefined {
    const file = join(this.folder, 'reached', `${key}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  }

  keepReached(key: string, reached: Reached): void {
    writeFileSync(join(this.folder, 'reached', `${key}.json`), JSON.stringify(reached));
  }

  /**
   * The cached result of a mutant of this source, if running these test files now would give the same; `digestNow`
   * returns the current digest of a test file.
   */
  result({ change, source, asked }: Result, digestNow: (file: string) => string | undefined): Result | undefined {
    const result = this.results.get(change);
    if (result?.source !== source) return;
    const decisive = result.killedBy === undefined ? Object.keys(asked) : [result.killedBy];
    const isAsItWas = (file: string) => result.asked[file] !== undefined && result.asked[file] === digestNow(file);
    return decisive.every(isAsItWas) ? result : undefined;
  }

  /** Splits the test files into those that may still kill the mutant and those known not to. */
  unasked({ change, source, asked }: Result): { unasked: string[]; inVain: Record<string, string> } {
    const result = this.results.get(change);
    const isKnown = result?.source === source && result.killedBy === undefined;
    const isInVain = (file: string) => isKnown && result.asked[file] === asked[file];
    return {
      unasked: Object.keys(asked).filter((file) => !isInVain(file)),
      inVain: isKnown ? result.asked : {},
    };
  }

  keepResult(result: Result): void {
    this.results.set(result.change, result);
    appendFileSync(this.file, `${JSON.stringify(result)}\n`);
  }
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

export const digestOfFile = (path: string): string => digest(readFileSync(path, 'utf8'));
