import { schemas } from '#schemas/generated/registry.ts';
import type { Records, User } from '#schemas/generated/types.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import type { ApiCall, Caller, Cookie } from './call.ts';
import { signIn } from './sign-in.ts';

/** A signed-in user's access to the API: the session cookies are sent with every call. */
export type SignedInUser = {
  user: User;
  cookies: Cookie[];
  call: Caller;
  /** Creates a record by POST and returns it. Throws if it is rejected. */
  create<Name extends keyof Records>(type: Name, body: object): Promise<Records[Name]>;
  /** Reads a record by its id. Throws if that is rejected. */
  read<Name extends keyof Records>(type: Name, id: string): Promise<Records[Name]>;
};

/** Callers of an API, injected into the app or over the network. */
export type ApiCallers = {
  /** A caller without a session. */
  call: Caller;
  /** The administrator of the first start. */
  admin: SignedInUser;
  /** Signs a user in by magic link. */
  signedInAs(user: Pick<User, 'email'>): Promise<SignedInUser>;
};

/** The administrator of the first start. */
export const administrator = { email: 'admin@example.com' };

/** The callers of an API that writes its mail below `dataDir`, with its administrator signed in. */
export async function callersOf({ call, dataDir }: { call: Caller; dataDir: string }): Promise<ApiCallers> {
  return await signedInBy(call, (address) => signIn({ call, dataDir }, address));
}

/** Callers whose users sign in by the given function, which returns the cookies of the session. */
export async function signedInBy(call: Caller, cookiesOf: (address: string) => Promise<Cookie[]>): Promise<ApiCallers> {
  const signedInAs = async ({ email }: Pick<User, 'email'>) => personOf(call, await cookiesOf(email));
  return { call, admin: await signedInAs(administrator), signedInAs };
}

async function personOf(call: Caller, cookies: Cookie[]): Promise<SignedInUser> {
  const own: Caller = (request) => call({ cookies, ...request });
  const user: User = await callExpecting(own, 200, { path: '/api/users/me' });
  return {
    user,
    cookies,
    call: own,
    create: (type, body) => callExpecting(own, 201, { method: 'POST', path: pathOf(type), body }),
    read: (type, id) => callExpecting(own, 200, { path: `${pathOf(type)}/${id}` }),
  };
}

/** The path of a resource's calls. */
export function pathOf(type: keyof Records): string {
  return `/api/${resourceOf(schemas[type]).path}`;
}

/** Makes a call and returns its body. Throws with the response if its status is another one. */
export async function callExpecting<T>(call: Caller, status: number, request: ApiCall): Promise<T> {
  const answer = await call(request);
  if (answer.status === status && isBody<T>(answer.body)) return answer.body;
  const expectation = `${request.method ?? 'GET'} ${request.path}: expected ${status}`;
  throw new Error(`${expectation}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** The status implies the type of the body; the tests assert what matters in it. */
const isBody = <T>(body: unknown): body is T => typeof body === 'object' && body !== null;
