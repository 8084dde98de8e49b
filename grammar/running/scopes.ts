import { isRecord, type RecordValue } from '../values/kind.ts';
import { isPlain } from '../values/plain.ts';

/** A record that names are looked up in, and where it stands in the whole input. */
export interface Scope {
  readonly data: RecordValue;
  /** Missing: rejections of its values have no path. */
  readonly path?: readonly (string | number)[];
}

/** The input of a run: a record, or scopes with the nearest first. */
export type Input = RecordValue | readonly Scope[];

/** Where the names of the input are looked up. */
export class Scopes {
  readonly #list: readonly Scope[];
  /** What names were found to be, so that each is looked up once. */
  readonly values = new Map<string, unknown>();

  constructor(input: Input) {
    this.#list = isScopes(input) ? input : [{ data: input, path: [] }];
  }

  /** The nearest scope that has the name as a key of its own. */
  find(name: string): Scope | null {
    for (const scope of this.#list) {
      if (isRecord(scope.data) && Object.hasOwn(scope.data, name)) return scope;
    }
    return null;
  }

  /**
   * The path of a name in the input; null when nobody says where its scope stands. A key that no scope has a value for is
   * taken to be missing in the nearest one.
   */
  pathOf(name: string): readonly (string | number)[] | null {
    const scope = this.find(name) ?? this.#list.find(({ path }) => path !== undefined);
    return scope?.path === undefined ? null : [...scope.path, name];
  }

  names(): string[] {
    return this.#list.flatMap(({ data }) => (isRecord(data) ? Object.keys(data) : []));
  }
}

/** The input when it is a record that may be read without a look at its prototype; null when it is not. */
export function plainInput(input: Input): RecordValue | null {
  return isPlain(input) && !isScopes(input) ? input : null;
}

function isScopes(input: Input): input is readonly Scope[] {
  return Array.isArray(input);
}
