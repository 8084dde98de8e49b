import type { TemplateName } from './notices.ts';

export interface MergeField {
  /** As it is written between the braces: `client.name`. */
  name: string;
  label: string;
  /** A value to show where there is no order yet. */
  sample: string;
}

/** What a message may tell of an order (spec 3, 'Merge fields'; the last three are ours, design 8). `form.KEY` is one for each field of the form. */
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

/** What a notice about an order may tell beside the order. */
const noticeFields: readonly MergeField[] = [
  byWhom,
  { name: 'notice.what', label: 'What was done', sample: 'sent the order back' },
  { name: 'notice.reason', label: 'Reason or notes', sample: 'Please add the start date.' },
  { name: 'order.link', label: 'Link to the order', sample: 'https://portal.example/c/radio/orders/1' },
  { name: 'settings.link', label: 'Link to Settings', sample: 'https://portal.example/settings' },
  portalLink,
];

/** What a welcome may tell: there is no order. */
const welcomeFields: readonly MergeField[] = [
  { name: 'user.name', label: 'Name of the new user', sample: 'Ben Hill' },
  { name: 'user.email', label: 'Address of the new user', sample: 'ben@example.com' },
  byWhom,
  portalLink,
];

/** What a template of the product may merge, and the people whom it may go to. */
export function fieldsOfTemplate(notice: TemplateName | undefined): {
  fields: readonly MergeField[];
  people: readonly string[];
} {
  if (notice === 'welcome') return { fields: welcomeFields, people: ['user'] };
  if (!notice) return { fields: mergeFields, people: recipientVariables };
  const isOfRequest = notice === 'waiverGiven' || notice === 'waiverRefused';
  const people = isOfRequest ? ['requester', ...recipientVariables] : recipientVariables;
  return { fields: [...mergeFields, ...noticeFields], people };
}

/** What a message's recipient of type variable can be: whose addresses are taken when it is sent (design 8). */
export const recipientVariables = ['client', 'user', 'moderators'] as const;

const placeholder = /\{\{\s*([A-Za-z_][\w.]*)\s*\}\}/g;

/** A text with every `{{name}}` replaced by its value as `write` writes it; a name without a value stays as it stands. */
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

/** The names that a text merges and nobody knows. */
export function unknownMergeFields(text: string, known: ReadonlySet<string>): string[] {
  const names = [...text.matchAll(placeholder)].map(([, name = '']) => name);
  return [...new Set(names.filter((name) => !known.has(name)))];
}

/** A value as markdown that says just that: what a client is called must not become a heading or a link. */
export const asMarkdown = (value: string): string =>
  value.replace(/\s+/g, ' ').replace(/[!-/:-@[-`{-~]/g, (character) => `\\${character}`);

/** The same for a text of several lines: they stay lines, and those that begin with a dash a list. */
const asMarkdownLines = (value: string): string =>
  value
    .split('\n')
    .map((line) => (line.startsWith('- ') ? `- ${asMarkdown(line.slice(2))}` : asMarkdown(line)))
    .join('\n');

/** A text in markdown with its values, each saying just itself; links lead where they say. */
export const mergeMarkdown = (text: string, values: ReadonlyMap<string, string>): string =>
  mergeText(text, new Map([...values].map(([name, value]) => [name, markdownOf(name, value)])));

function markdownOf(name: string, value: string): string {
  if (name.endsWith('.link')) return `<${value}>`;
  return name === 'notice.reason' ? asMarkdownLines(value) : asMarkdown(value);
}
