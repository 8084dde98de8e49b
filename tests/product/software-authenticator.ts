import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Concatenates text, bytes and single bytes. */
const bytes = (...parts: (Buffer | string | number)[]): Buffer =>
  Buffer.concat(parts.map((each) => (typeof each === 'number' ? Buffer.from([each]) : Buffer.from(each))));

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest();

const uint16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const uint32 = (value: number) => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
};

const flagBits = { present: 1, verified: 4, attested: 64 };

/** What a test changes about a signature, to have it rejected. */
export interface Deviation {
  origin?: string;
  host?: string;
  counter?: number;
  /** Without PIN or fingerprint. */
  isUnverified?: boolean;
  userHandle?: string;
}

interface Options {
  challenge: string;
  user?: { id: string };
}

/** A passkey in software (WebAuthn, ES256), as a browser with its device would use it. Counts its signatures. */
export function softwareAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  const state = { counter: 0, userHandle: '' };

  const clientData = (type: string, { challenge }: Options, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authenticatorData = (deviation: Deviation, flags: number, rest: Buffer = Buffer.alloc(0)) =>
    bytes(
      sha256(deviation.host ?? new URL(origin).hostname),
      flags | flagBits.present | (deviation.isUnverified ? 0 : flagBits.verified),
      uint32(deviation.counter ?? state.counter),
      rest,
    );
  const credential = (response: Record<string, unknown>) => ({
    id,
    rawId: id,
    type: 'public-key',
    response,
    clientExtensionResults: {},
    authenticatorAttachment: 'cross-platform',
  });

  return {
    id,
    /** The response to the options of a registration. */
    register(options: Options, deviation: Deviation = {}) {
      state.userHandle = options.user?.id ?? '';
      // CBOR: a COSE key of the type EC2 for ES256, with curve and coordinates.
      const key = bytes(
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32]),
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 32]),
        Buffer.from(y, 'base64url'),
      );
      const attested = bytes(Buffer.alloc(16), uint16(credentialId.length), credentialId, key);
      const data = authenticatorData(deviation, flagBits.attested, attested);
      // CBOR: {fmt: 'none', attStmt: {}, authData: data}.
      const attestationObject = bytes(
        0xa3,
        0x63,
        'fmt',
        0x64,
        'none',
        0x67,
        'attStmt',
        0xa0,
        0x68,
        'authData',
        0x59,
        uint16(data.length),
        data,
      );
      return credential({
        clientDataJSON: clientData('webauthn.create', options, deviation.origin ?? origin).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['usb'],
      });
    },
    /** The response to the options of a sign-in. */
    signIn(options: Options, deviation: Deviation = {}) {
      state.counter += 1;
      const data = authenticatorData(deviation, 0);
      const client = clientData('webauthn.get', options, deviation.origin ?? origin);
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', bytes(data, sha256(client)), privateKey).toString('base64url'),
        userHandle: deviation.userHandle ?? state.userHandle,
      });
    },
  };
}
