import type { Channel } from '../generated/types.ts';
import type { TemplateName } from './order-notifications.ts';

export interface MergeField {
  /** The name between the braces: `client.name`. */
  name: string;
  label: string;
  /** A sample value for previews without an order. */
  sample: string;
}

/**
 * The merge fields of an order for e-mail templates (spec 3, 'Merge fields'; the last three are ours, design 8). There
 * is also `form.KEY` for each field of the form.
 */
export const mergeFields: readonly MergeField[] = [
  { name: 'client.name', label: 'Client name', sample: 'Blue Ridge Bakery' },
  { name: 'client.street', label: 'Street', sample: '12 Main Street' },
  { name: 'client.city', label: 'City', sample: 'Boone' },
  { name: 'client.state', label: 'State', sample: 'NC' },
  { name: 'client.zip', label: 'ZIP code', sample: '28607' },
  { name: 'client.website', label: 'Website', sample: 'https://bakery.example' },
  { name: 'client.phoneNumber', label: 'Phone number', sample: '555-0100' },
  { name: 'client.industry', label: 'Industry', sample: 'Food & drink' },
  { name: 'order.submissionDate', label: 'Submission date', sample: '3/14/26' },
  { name: 'order.refCode', label: 'Order number', sample: '7K3M9QXA' },
  { name: 'channel.name', label: 'Channel', sample: 'Radio' },
];

const byWhom: MergeField = { name: 'by.name', label: 'Who did it', sample: 'Ada Stone' };
const portalLink: MergeField = { name: 'portal.link', label: 'Link to the portal', sample: 'https://portal.example' };

/** The merge fields that a notification about an order has in addition. */
const noticeFields: readonly MergeField[] = [
  byWhom,
  { name: 'notice.what', label: 'What was done', sample: 'sent the order back' },
  { name: 'notice.reason', label: 'Reason or notes', sample: 'Please add the start date.' },
  { name: 'order.link', label: 'Link to the order', sample: 'https://portal.example/c/radio/orders/1' },
  { name: 'settings.link', label: 'Link to Settings', sample: 'https://portal.example/settings' },
  portalLink,
];

/** The merge fields of a welcome e-mail, which has no order. */
const welcomeFields: readonly MergeField[] = [
  { name: 'user.name', label: 'Name of the new user', sample: 'Ben Hill' },
  { name: 'user.email', label: 'Address of the new user', sample: 'ben@example.com' },
  byWhom,
  portalLink,
];

/** The merge fields and recipient variables of an e-mail template, by the notification that it is for. */
export function templateMergeFields(notice: TemplateName | undefined): {
  fields: readonly MergeField[];
  people: readonly string[];
} {
  if (notice === 'welcome') return { fields: welcomeFields, people: ['user'] };
  if (!notice) return { fields: mergeFields, people: recipientVariables };
  const isOfRequest = notice === 'waiverGiven' || notice === 'waiverRefused';
  const people = isOfRequest ? ['requester', ...recipientVariables] : recipientVariables;
  return { fields: [...mergeFields, ...noticeFields], people };
}

/** The values for a recipient of type `variable`. They are resolved to addresses when the e-mail is sent (design 8). */
export const recipientVariables = ['client', 'user', 'moderators'] as const;

const placeholder = /\{\{\s*([A-Za-z_][\w.]*)\s*\}\}/g;

/**
 * Replaces every merge field `{{name}}` in a text by its value, escaped by `write`. A name without a value is left as
 * it is.
 */
export function mergeText(
  text: string,
  values: ReadonlyMap<string, string>,
  write: (value: string) => string = (value) => value,
): string {
  return text.replace(placeholder, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : write(value);
  });
}

/** The unknown merge fields of a text, each once. */
export function unknownMergeFields(text: string, known: ReadonlySet<string>): string[] {
  const names = [...text.matchAll(placeholder)].map(([, name = '']) => name);
  return [...new Set(names.filter((name) => !known.has(name)))];
}

/** Escapes a value for markdown, so that a client's name cannot become a heading or a link (injection). */
export const asMarkdown = (value: string): string =>
  value.replace(/\s+/g, ' ').replace(/[!-/:-@[-`{-~]/g, (character) => `\\${character}`);

/** Escapes text of several lines: line breaks stay, and lines that start with a dash stay list items. */
const asMarkdownLines = (value: string): string =>
  value
    .split('\n')
    .map((line) => (line.startsWith('- ') ? `- ${asMarkdown(line.slice(2))}` : asMarkdown(line)))
    .join('\n');

/** Merges values into a markdown template, escaped. Values of `….link` fields become links. */
export const mergeMarkdown = (text: string, values: ReadonlyMap<string, string>): string =>
  mergeText(text, new Map([...values].map(([name, value]) => [name, markdownOf(name, value)])));

function markdownOf(name: string, value: string): string {
  if (name.endsWith('.link')) return `<${value}>`;
  return name === 'notice.reason' ? asMarkdownLines(value) : asMarkdown(value);
}

type Message = NonNullable<NonNullable<Channel['onboardingEmail']>['config']>;

/**
 * Updates an e-mail template after form keys were renamed: the merge fields in its texts and its recipient variables.
 * `renamed` maps old keys to new ones.
 */
export function renameMergeFields(message: Message, renamed: ReadonlyMap<string, string>): Message {
  const fields = new Map([...renamed].map(([from, to]) => [`form.${from}`, `form.${to}`]));
  const merges = new Map([...fields].map(([from, to]) => [from, `{{${to}}}`]));
  const people = (all: NonNullable<Message['to']>) =>
    all.map((each) => (each.type === 'variable' ? { ...each, value: fields.get(each.value) ?? each.value } : each));
  const { subject, content, to, cc, bcc } = message;
  return {
    ...message,
    ...(subject === undefined ? {} : { subject: mergeText(subject, merges) }),
    ...(content === undefined ? {} : { content: mergeText(content, merges) }),
    ...(to ? { to: people(to) } : {}),
    ...(cc ? { cc: people(cc) } : {}),
    ...(bcc ? { bcc: people(bcc) } : {}),
  };
}
