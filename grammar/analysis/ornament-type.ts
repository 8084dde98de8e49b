import { acceptedText } from '../helpers/built-in.ts';
import { BUILT_INS } from '../helpers/built-ins.ts';
import type { HostHelper } from '../helpers/host.ts';
import type { Kind } from '../values/kind.ts';
import { kindOfType, known, type StaticType } from './static-type.ts';

/** The kinds of values that a helper takes, null for any, and the type of what it gives for a type of them. */
export interface Signature {
  readonly accepts: readonly Kind[] | null;
  readonly expected: string;
  gives(input: StaticType): StaticType;
}

/** What is known of a helper that the script does not define itself; null of one that nobody defines. */
export function signatureOf(name: string, hostHelpers: ReadonlyMap<string, HostHelper>): Signature | null {
  const builtIn = builtInSignature(name);
  if (builtIn !== null) return builtIn;
  const helper = hostHelpers.get(name);
  if (helper === undefined) return null;
  const kind = kindOfType(helper.input);
  const accepts = kind === null ? null : [kind];
  return { accepts, expected: acceptedText(accepts ?? []), gives: () => helper.output };
}

const signatures = new Map<string, Signature>();

/** The same for every script, and made when first asked for. */
function builtInSignature(name: string): Signature | null {
  const made = signatures.get(name);
  const builtIn = BUILT_INS.get(name);
  if (made !== undefined || builtIn === undefined) return made ?? null;
  const { accepts, gives } = builtIn;
  const signature: Signature = {
    accepts,
    expected: acceptedText(accepts),
    gives: (input) => (typeof gives === 'function' ? gives(known(input)) : gives),
  };
  signatures.set(name, signature);
  return signature;
}
