import { type Documentation, schemaRef } from '../resource/schemas/documentation.ts';
import { objectOf } from '../resource/schemas/shapes.ts';

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
    isCurrent: { type: 'boolean', description: 'Whether it is the one that asks.' },
  },
  required: ['id', 'isCurrent'],
  additionalProperties: false,
};

/** OpenAPI documentation of the authentication routes. */
export const documentedSignIn = {
  requestLink: {
    summary: 'Ask for a sign-in link by e-mail',
    description: 'The answer is the same for an address that nobody has.',
    answer: {
      type: 'object',
      properties: { sent: { type: 'boolean' } },
      required: ['sent'],
      additionalProperties: false,
    },
    errors: ['REQUEST_DENIED', 'RATE_LIMITED'],
  },
  verify: {
    summary: 'Sign in by the token of a link, or verify an address by that of another',
    description:
      'A link that verifies an address works in a session of the one who has added the address, and signs nobody in.',
    answer: schemaRef('User'),
    errors: ['REQUEST_DENIED', 'AUTHENTICATION_REQUIRED', 'RESOURCE_CONFLICT', 'RESOURCE_INOPERABLE'],
  },
  basic: {
    summary: 'Sign in by a user name and its password, where AUTH_BASIC is on',
    description:
      'The answer is the same, and takes as long, for a wrong password and for a user name that nobody has. Ten wrong ones an hour are let through.',
    answer: schemaRef('User'),
    errors: ['REQUEST_DENIED', 'AUTHENTICATION_REQUIRED', 'RESOURCE_INOPERABLE', 'RATE_LIMITED'],
  },
  google: {
    summary: 'Lead the browser to Google to sign in, where AUTH_GOOGLE is on',
    description: 'A browser that is refused is led back to the page where it can begin again.',
    status: 303,
    errors: ['REQUEST_DENIED', 'AUTHENTICATION_REQUIRED', 'INTEGRATION_ERROR'],
  },
  googleCallback: {
    summary: 'Sign in who comes back from Google, and lead on',
    description: 'Google alone leads here, with a code and the state that the browser was sent away with.',
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
    summary: 'Sign out; who is signed in as somebody else is then oneself again',
    answer: nothing,
    errors: ['REQUEST_DENIED'],
  },
  proxy: {
    summary: 'Sign in as another user, for an hour at most',
    answer: schemaRef('User'),
    errors: ['REQUEST_DENIED', 'MISSING_ABILITY', 'MISSING_PERMISSION', 'RESOURCE_NOT_FOUND', 'RESOURCE_INOPERABLE'],
  },
  ability: {
    summary: 'List what one may do; nothing when signed out',
    answer: rules,
  },
  self: {
    summary: 'Read who is signed in and what they may do; nobody, who may do nothing, when signed out',
    answer: objectOf({ user: { oneOf: [schemaRef('User'), { type: 'null' }] }, rules }),
  },
  sessions: {
    summary: "List one's own sessions, the latest first",
    answer: { type: 'array', items: session },
    errors: ['MISSING_ABILITY'],
  },
  endSession: {
    summary: "End one of one's own sessions",
    answer: session,
    errors: ['REQUEST_DENIED', 'MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
  },
  endSessions: {
    summary: "End all of one's own sessions",
    answer: {
      type: 'object',
      properties: { ended: { type: 'integer' } },
      required: ['ended'],
      additionalProperties: false,
    },
    errors: ['REQUEST_DENIED'],
  },
} satisfies Record<string, Documentation>;
