import type { emitProgram } from './compiler/whole-script.ts';

/** Compiles the syntax tree of a script to closures. */
export type Emitter = typeof emitProgram;

/**
 * How programs that run often get closures of their own. V8 collects what it knows about types for each function of the
 * source, not for each closure, so that the closures of all scripts share it: after many forms no access to a key is
 * fast any more. Another evaluation of the modules of `compiler/` has closures that share nothing with the others.
 */
export interface OwnClosures {
  /** Evaluates the modules of `compiler/` again. */
  readonly newEmitter: () => Emitter;
  /** After how many steps of its runs a program gets closures of its own: they have to be optimized anew. */
  readonly afterSteps: number;
  /** How many programs have closures of their own at a time. */
  readonly atMost: number;
}

/** A program that may have closures of its own. */
interface Owner {
  readonly loseOwnClosures: () => void;
}

let ownClosures: OwnClosures | null = null;
let owners: WeakRef<Owner>[] = [];

/** Lets programs that are compiled from now on get closures of their own; null ends it. Without it they share closures. */
export function setOwnClosures(how: OwnClosures | null): void {
  ownClosures = how;
  owners = [];
}

/** The steps after which a new program gets closures of its own. */
export const stepsUntilOwn = (): number => ownClosures?.afterSteps ?? Number.POSITIVE_INFINITY;

/**
 * Returns a new emitter for a program. If there are too many owners, the one that has been an owner for longest loses its
 * closures for good: programs that took them from each other in turn would be optimized over and over.
 */
export function newEmitterFor(owner: Owner): Emitter | null {
  if (ownClosures === null) return null;
  owners.push(new WeakRef(owner));
  if (owners.length > ownClosures.atMost) owners.shift()?.deref()?.loseOwnClosures();
  return ownClosures.newEmitter();
}
