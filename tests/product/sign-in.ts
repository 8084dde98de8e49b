import type { ApiResponse, Caller, Cookie } from './call.ts';
import { openMailbox, signInLink } from './mail.ts';

/** Where to sign in: its caller, and its mail folder. */
type Where = { call: Caller; dataDir: string };

/**
 * Signs in by magic link, as a person does: requests a link, reads it from the mail, uses it. Returns the session
 * cookies. Throws with the product's response when it is rejected. Tries several times, because other tests may use the
 * same user's link at the same moment.
 */
export async function signIn(where: Where, address: string): Promise<Cookie[]> {
  const rejections: string[] = [];
  while (rejections.length < 10) {
    const verified = await requestAndVerify(where, address);
    if (verified.status === 200) return verified.cookies.filter(({ value }) => value !== '');
    rejections.push(`${verified.status} ${JSON.stringify(verified.body)}`);
  }
  throw new Error(`requests for links for ${address} were rejected: ${rejections.join('; ')}`);
}

/** Requests a sign-in link and returns its token from the mail. */
export async function requestToken({ call, dataDir }: Where, address: string): Promise<string> {
  const mailbox = await openMailbox(dataDir, address);
  const answer = await call({ method: 'POST', path: '/api/auth/magic', body: { key: address } });
  if (answer.status !== 200) throw new Error(`no link for ${address}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return new URL(signInLink(await mailbox.next(/sign-in link/))).hash.slice(1);
}

async function requestAndVerify(where: Where, address: string): Promise<ApiResponse> {
  const token = await requestToken(where, address);
  return where.call({ method: 'POST', path: '/api/auth/magic/verify', body: { token } });
}
