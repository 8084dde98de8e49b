import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { Passkey } from '#schemas/generated/types.ts';
import { request } from '../api/request.ts';
import { importOrThrow } from '../forms/lazyComponent.tsx';
import { rememberPasskeyUse } from './passkeyHint.ts';

const library = () => importOrThrow(() => import('@simplewebauthn/browser'));

/** Whether this browser has passkeys (WebAuthn): it needs https, or localhost. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Runs a ceremony of the browser. Throws an Error with a message for people. */
async function inWords<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw new Error(messages.get(error instanceof Error ? error.name : '') ?? "The browser couldn't use a passkey.");
  }
}

/** By the name of the DOMException. */
const messages = new Map([
  ['NotAllowedError', 'This was cancelled, took too long, or this device has no passkey for the portal.'],
  ['InvalidStateError', 'This device already has a passkey for your account.'],
  ['SecurityError', "The address of this page can't have passkeys."],
]);

const getRequestOptions = () =>
  request<PublicKeyCredentialRequestOptionsJSON>({ method: 'POST', path: 'auth/passkey/options', isOpen: true });

/** Asks the browser for a passkey, which signs the API's challenge. Throws an Error with a message for people. */
export async function requestPasskey(): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await library();
  return await inWords(startAuthentication({ optionsJSON: await getRequestOptions() }));
}

/** Challenges expire after five minutes. */
const refreshInterval = 4 * 60_000;

/**
 * Offers the passkeys in the autofill list of the e-mail input (conditional UI), where the browser can. Returns the
 * function that ends it.
 */
export function offerPasskeys(onChosen: (credential: AuthenticationResponseJSON) => void): () => void {
  let isOver = false;
  const offer = async () => {
    if (!supportsPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const { startAuthentication } = await library();
    const optionsJSON = await getRequestOptions();
    if (!isOver) onChosen(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
  };
  // It ends with an error when a newer request replaces it. The button reports errors.
  const start = () => void offer().catch(() => undefined);
  start();
  const timer = setInterval(start, refreshInterval);
  return () => {
    isOver = true;
    clearInterval(timer);
    void library().then(
      ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
      () => undefined,
    );
  };
}

/** Creates a passkey on a device of the person and adds it to their account. */
export async function addPasskey(name: string): Promise<Passkey> {
  const path = 'users/me/passkeys';
  const { startRegistration } = await library();
  const optionsJSON = await request<PublicKeyCredentialCreationOptionsJSON>({
    method: 'POST',
    path: `${path}/options`,
  });
  const created = await inWords(startRegistration({ optionsJSON }));
  const { id, rawId, type, clientExtensionResults, authenticatorAttachment } = created;
  const { attestationObject, clientDataJSON, transports } = created.response;
  const response = { attestationObject, clientDataJSON, transports };
  const credential = { id, rawId, type, clientExtensionResults, authenticatorAttachment, response };
  const passkey = await request<Passkey>({ method: 'POST', path, body: { name, credential } });
  rememberPasskeyUse();
  return passkey;
}
