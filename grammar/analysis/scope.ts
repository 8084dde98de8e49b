import type { Loop, Where } from '../syntax/tree.ts';
import type { Binding } from './binding.ts';

/** A lexical scope: the names of one block, linked to the enclosing scope. */
export class LexicalScope {
  readonly #names = new Map<string, Binding>();
  /** Names whose declaration did not parse. */
  readonly #broken = new Set<string>();

  private constructor(
    private readonly outer: LexicalScope | null,
    readonly loop: Loop | null,
    /** The enclosing `where` conditions, innermost first. */
    readonly wheres: readonly Where[],
  ) {}

  static outermost(): LexicalScope {
    return new LexicalScope(null, null, []);
  }

  get isOutermost(): boolean {
    return this.outer === null;
  }

  block(): LexicalScope {
    return new LexicalScope(this, this.loop, this.wheres);
  }

  loopBody(loop: Loop): LexicalScope {
    return new LexicalScope(this, loop, this.wheres);
  }

  condition(where: Where): LexicalScope {
    return new LexicalScope(this, where, [where, ...this.wheres]);
  }

  declare(binding: Binding): void {
    this.#names.set(binding.name, binding);
  }

  declareBroken(name: string): void {
    this.#broken.add(name);
  }

  /** Returns the binding declared in this block itself, ignoring enclosing scopes. */
  own(name: string): Binding | undefined {
    return this.#names.get(name);
  }

  find(name: string): Binding | undefined {
    return this.#names.get(name) ?? this.outer?.find(name);
  }

  isBroken(name: string): boolean {
    return this.#broken.has(name) || (this.outer?.isBroken(name) ?? false);
  }

  visible(): string[] {
    return [...this.#names.keys(), ...(this.outer?.visible() ?? [])];
  }
}
