import { acceptedText } from '../helpers/built-in.ts';
import { BUILT_INS } from '../helpers/built-ins.ts';
import type { HostHelper } from '../helpers/host.ts';
import type { Kind } from '../values/kind.ts';
import { declarableType, kindOfType, type StaticType } from './static-type.ts';

/** A helper's signature: the kinds of values it accepts, null for any, and its result type for a given input type. */
export interface HelperSignature {
  readonly accepts: readonly Kind[] | null;
  readonly expected: string;
  resultType(input: StaticType): StaticType;
}

/** The signature of a built-in or host helper; null if there is no such helper. */
export function helperSignature(name: string, hostHelpers: ReadonlyMap<string, HostHelper>): HelperSignature | null {
  const builtIn = builtInSignature(name);
  if (builtIn !== null) return builtIn;
  const helper = hostHelpers.get(name);
  if (helper === undefined) return null;
  const kind = kindOfType(helper.input);
  const accepts = kind === null ? null : [kind];
  return { accepts, expected: acceptedText(accepts ?? []), resultType: () => helper.output };
}

const signatures = new Map<string, HelperSignature>();

/** Built-in signatures are the same for all scripts, so they are cached on first use. */
function builtInSignature(name: string): HelperSignature | null {
  const cached = signatures.get(name);
  const builtIn = BUILT_INS.get(name);
  if (cached !== undefined || builtIn === undefined) return cached ?? null;
  const { accepts, resultType } = builtIn;
  const signature: HelperSignature = {
    accepts,
    expected: acceptedText(accepts),
    resultType: (input) => (typeof resultType === 'function' ? resultType(declarableType(input)) : resultType),
  };
  signatures.set(name, signature);
  return signature;
}
