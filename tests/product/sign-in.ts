import { type Answer, type Cookie, call } from './call.ts';
import { openMailbox, signInLink } from './mail.ts';

type Where = { url: string; dataDir: string };

/**
 * Signs in at a running product as a person does: asks for a link, reads it from the mail, uses it. Answers the
 * session's cookies. Throws with the product's answer when it refuses. It tries three times, because a newer link
 * voids the older one and another test may ask for the same user at the same moment.
 */
export async function signIn(product: Where, address: string): Promise<Cookie[]> {
  const refusals: string[] = [];
  while (refusals.length < 3) {
    const verified = await askAndVerify(product, address);
    if (verified.status === 200) return verified.cookies.filter(({ value }) => value !== '');
    refusals.push(`${verified.status} ${JSON.stringify(verified.body)}`);
  }
  throw new Error(`the links for ${address} were refused: ${refusals.join('; ')}`);
}

async function askAndVerify(product: Where, address: string): Promise<Answer> {
  const mailbox = await openMailbox(product.dataDir, address);
  const asked = await call(product.url, { method: 'POST', path: '/api/auth/magic', body: { key: address } });
  if (asked.status !== 200) throw new Error(`no link for ${address}: ${asked.status} ${JSON.stringify(asked.body)}`);
  const token = new URL(signInLink(await mailbox.next())).hash.slice(1);
  return call(product.url, {
    method: 'POST',
    path: '/api/auth/magic/verify',
    body: { token },
    cookies: asked.cookies,
  });
}
