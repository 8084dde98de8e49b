import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MutantCoverage } from '@stryker-mutator/api/core';

/** How often a test file came by each change, by their numbers, and how long it took. */
export interface Reached {
  hits: MutantCoverage['static'];
  milliseconds: number;
}

/** What became of a change: which test files were asked, with the digests of what stood in them, and the one that noticed. */
export interface Result {
  change: string;
  source: string;
  asked: Record<string, string>;
  killedBy?: string;
  failure?: string;
}

/**
 * What runs found, kept between them: one that was stopped goes on where it was, and the next asks only what an edit may have
 * changed. Test files count as the same while they are to the letter; what they import is not looked at.
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

  /** What a test file came by when it and the product's files were as they are now. */
  reached(key: string): Reached | undefined {
    const file = join(this.folder, 'reached', `${key}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  }

  keepReached(key: string, reached: Reached): void {
    writeFileSync(join(this.folder, 'reached', `${key}.json`), JSON.stringify(reached));
  }

  /**
   * What became of a change of this source, if that would be the same when these test files were asked now; `digestNow` is
   * that of any test file.
   */
  result({ change, source, asked }: Result, digestNow: (file: string) => string | undefined): Result | undefined {
    const result = this.results.get(change);
    if (result?.source !== source) return;
    const decisive = result.killedBy === undefined ? Object.keys(asked) : [result.killedBy];
    const isAsItWas = (file: string) => result.asked[file] !== undefined && result.asked[file] === digestNow(file);
    return decisive.every(isAsItWas) ? result : undefined;
  }

  /** Those of these test files of which it is not known that they do not notice the change, and those of which it is. */
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
