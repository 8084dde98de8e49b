import { isRecord, type RecordValue } from '../values/kind.ts';
import { isPlain } from '../values/plain-objects.ts';

/** A record in which names are looked up, with its path in the whole input. */
export interface InputScope {
  readonly data: RecordValue;
  /** Without a path, rejections of its values have none. */
  readonly path?: readonly (string | number)[];
}

/** The input of a run: a record, or a chain of scopes with the innermost first. */
export type Input = RecordValue | readonly InputScope[];

/** Looks up input names in the chain of scopes. */
export class InputScopes {
  readonly #list: readonly InputScope[];
  /** Cache of resolved values, so that each name is looked up once. */
  readonly values = new Map<string, unknown>();

  constructor(input: Input) {
    this.#list = isScopes(input) ? input : [{ data: input, path: [] }];
  }

  /** Returns the innermost scope that has the name as an own key; null if there is none. */
  find(name: string): InputScope | null {
    for (const scope of this.#list) {
      if (isRecord(scope.data) && Object.hasOwn(scope.data, name)) return scope;
    }
    return null;
  }

  /**
   * Returns the data path of a name in the input; null if its scope has no path. A name that no scope contains is
   * assumed to be missing in the innermost one.
   */
  pathOf(name: string): readonly (string | number)[] | null {
    const scope = this.find(name) ?? this.#list.find(({ path }) => path !== undefined);
    return scope?.path === undefined ? null : [...scope.path, name];
  }

  names(): string[] {
    return this.#list.flatMap(({ data }) => (isRecord(data) ? Object.keys(data) : []));
  }
}

/** Returns the input if it is a plain record that can be read without checking its prototype; otherwise null. */
export function plainInput(input: Input): RecordValue | null {
  return isPlain(input) && !isScopes(input) ? input : null;
}

function isScopes(input: Input): input is readonly InputScope[] {
  return Array.isArray(input);
}
