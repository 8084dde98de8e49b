import { type Documentation, schemaRef } from '../../engine/resource/schemas/documentation.ts';
import { objectOf } from '../../engine/resource/schemas/shapes.ts';

const nothing = { type: 'object', additionalProperties: false };

/** Raw CASL rules. */
const rules = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      action: { type: ['string', 'array'], items: { type: 'string' } },
      subject: { type: ['string', 'array'], items: { type: 'string' } },
      conditions: { type: 'object', additionalProperties: true },
    },
    required: ['action', 'subject'],
    additionalProperties: true,
  },
};

/** A session as shown to its user. */
const session = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    agent: { type: 'string' },
    lastSeen: { type: 'string', format: 'date-time' },
    createdAt: { type: 'string', format: 'date-time' },
    expires: { type: 'string', format: 'date-time' },
    isCurrent: { type: 'boolean', description: 'Whether it is the session of this request.' },
  },
  required: ['id', 'isCurrent'],
  additionalProperties: false,
};

/** OpenAPI documentation of the authentication routes. */
export const documentedSignIn = {
  requestLink: {
    summary: 'Request a sign-in link by e-mail',
    operationId: 'requestSignInLink',
    description: 'The response is the same for an unknown address.',
    answer: {
      type: 'object',
      properties: { sent: { type: 'boolean' } },
      required: ['sent'],
      additionalProperties: false,
    },
    errors: ['REQUEST_DENIED', 'RATE_LIMITED'],
  },
  verify: {
    summary: 'Sign in with the token of a sign-in link, or verify an address with that of a verification link',
    operationId: 'signInWithLink',
    description: 'A verification link requires a session of the user who added the address, and does not sign in.',
    answer: schemaRef('User'),
    errors: ['REQUEST_DENIED', 'AUTHENTICATION_REQUIRED', 'RESOURCE_CONFLICT', 'RESOURCE_INOPERABLE'],
  },
  code: {
    summary: 'Sign in with the code of a sign-in mail, in the browser that requested it',
    operationId: 'signInWithCode',
    description:
      'Each mail allows five wrong codes within ten minutes, each account 20 a day. The link in the mail stays valid.',
    answer: schemaRef('User'),
    errors: ['REQUEST_DENIED', 'AUTHENTICATION_REQUIRED', 'RESOURCE_CONFLICT', 'RESOURCE_INOPERABLE', 'RATE_LIMITED'],
  },
  basic: {
    summary: 'Sign in with user name and password, if AUTH_BASIC is on',
    operationId: 'signInWithPassword',
    description:
      'The response and its duration are the same for a wrong password and an unknown user name. Ten failed attempts per hour are allowed per user name and network.',
    answer: schemaRef('User'),
    errors: ['REQUEST_DENIED', 'AUTHENTICATION_REQUIRED', 'RESOURCE_INOPERABLE', 'RATE_LIMITED'],
  },
  google: {
    summary: 'Redirect the browser to Google to sign in, if AUTH_GOOGLE is on',
    operationId: 'signInWithGoogle',
    description: 'If sign-in is refused, redirects the browser back to the page where it started.',
    status: 303,
    errors: ['REQUEST_DENIED', 'AUTHENTICATION_REQUIRED', 'INTEGRATION_ERROR'],
  },
  googleCallback: {
    summary: 'Complete the sign-in with Google and redirect',
    operationId: 'completeGoogleSignIn',
    description: 'The OpenID Connect redirect URI, called by Google with a code and the state of the request.',
    query: { code: { type: 'string' }, state: { type: 'string' }, iss: { type: 'string' }, error: { type: 'string' } },
    status: 303,
    errors: [
      'REQUEST_DENIED',
      'AUTHENTICATION_REQUIRED',
      'RESOURCE_CONFLICT',
      'RESOURCE_INOPERABLE',
      'INTEGRATION_ERROR',
    ],
  },
  logout: {
    summary: 'Sign out, or return to your own account if you are signed in as another user',
    operationId: 'signOut',
    answer: nothing,
    errors: ['REQUEST_DENIED'],
  },
  proxy: {
    summary: 'Sign in as another user for up to one hour',
    operationId: 'signInAsUser',
    answer: schemaRef('User'),
    errors: ['REQUEST_DENIED', 'MISSING_ABILITY', 'MISSING_PERMISSION', 'RESOURCE_NOT_FOUND', 'RESOURCE_INOPERABLE'],
  },
  ability: {
    summary: 'List your permissions; empty when signed out',
    operationId: 'listPermissions',
    answer: rules,
  },
  self: {
    summary: 'Get the signed-in user and their permissions; null and an empty list when signed out',
    operationId: 'getSignedInUser',
    answer: objectOf({ user: { oneOf: [schemaRef('User'), { type: 'null' }] }, rules }),
  },
  sessions: {
    summary: 'List your sessions, latest first',
    answer: { type: 'array', items: session },
    errors: ['MISSING_ABILITY'],
  },
  endSession: {
    summary: 'End one of your sessions',
    operationId: 'endSession',
    answer: session,
    errors: ['REQUEST_DENIED', 'MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
  },
  endSessions: {
    summary: 'End all your sessions',
    operationId: 'endSessions',
    answer: {
      type: 'object',
      properties: { ended: { type: 'integer' } },
      required: ['ended'],
      additionalProperties: false,
    },
    errors: ['REQUEST_DENIED'],
  },
} satisfies Record<string, Documentation>;
