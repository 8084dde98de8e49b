import { hash, verify } from '@node-rs/argon2';
import { newSecret } from './secrets.ts';

/** argon2id as OWASP has it; memory in KiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes 19 MiB and a core for some 30 ms: more at once would hold up everybody else. */
const mostAtOnce = 2;

let underWay = 0;
const waiting: (() => void)[] = [];
/** The hash of a password that nobody has. */
let nobodys: Promise<string> | undefined;

/** What is kept of a password. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

/**
 * Whether the password is the one of which the hash was kept. Where there is none, since nobody has the user name, it takes
 * as long and the answer is no.
 */
export async function isPassword(password: string, kept: string | undefined): Promise<boolean> {
  nobodys ??= hashPassword(newSecret());
  const against = kept ?? (await nobodys);
  const fits = await inTurn(() => verify(against, password));
  return fits && kept !== undefined;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (underWay < mostAtOnce) underWay += 1;
  // Whoever ends hands the place on, so that nobody who comes later goes first.
  else await new Promise<void>((begin) => waiting.push(begin));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else underWay -= 1;
  }
}
