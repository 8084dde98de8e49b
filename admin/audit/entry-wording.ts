import type { AuditEntry } from '#schemas/generated/types.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { resourceNamed } from '../generate/catalogue.ts';

/** Wording of an audit log entry: the page title, and the verb between actor and record. */
interface Words {
  title: string;
  verb: string;
  /** Whether the record's name follows the verb. */
  hasSubject: boolean;
}

/** Returns title and verb for an audit log entry. `thing` is the singular name of the resource, `list` its plural. */
export function auditEntryWording(
  { action, resourceId }: Pick<AuditEntry, 'action'> & { resourceId?: string },
  names: { thing: string; list: string },
): Words {
  const { thing, list } = names;
  const change = (verb: string): Words => ({
    title: `${thing} ${verb}`,
    verb: `${verb} the ${thing.toLowerCase()}`,
    hasSubject: true,
  });
  const isKnown = resourceId !== undefined;
  const words: Record<AuditEntry['action'], Words> = {
    create: change('created'),
    update: change('changed'),
    delete: change('deleted'),
    moderate: change('reviewed'),
    publish: change('published'),
    export: { title: `${list} exported as CSV`, verb: `exported ${list.toLowerCase()} as CSV`, hasSubject: false },
    signIn: { title: 'Signed in', verb: 'signed in', hasSubject: false },
    signInFailed: {
      title: 'Failed sign-in',
      verb: isKnown ? 'failed to sign in as' : 'failed to sign in',
      hasSubject: isKnown,
    },
    signOut: { title: 'Signed out', verb: 'signed out', hasSubject: false },
    endSessions: { title: 'All sessions ended', verb: 'ended all sessions of', hasSubject: true },
    proxyStart: { title: 'Signed in as someone else', verb: 'signed in as', hasSubject: true },
    proxyEnd: { title: 'Ended session as someone else', verb: 'ended the session as', hasSubject: true },
  };
  return words[action];
}

/** Returns the details of an audit log entry as [label, text] pairs; leaves out what is empty. */
export function auditEntryDetails(entry: Partial<AuditEntry>): [string, string][] {
  const { details, address, agent, typed, sequence, hash } = entry;
  const property = resourceNamed('AuditEntry')?.fields.find(({ name }) => name === 'details')?.property;
  const detailFacts = Object.entries(details ?? {}).map(([name, value]): [string, string] => {
    const detail = property?.properties?.[name];
    return [detail?.title ?? name, labelled(detail, String(value))];
  });
  const from = [address, agent].filter(Boolean).join(', ');
  const facts: [string, string | undefined][] = [
    ['From', from],
    ...detailFacts,
    ['Keyed hash of the text entered', typed],
    ['Number', sequence === undefined ? 'not sealed yet' : String(sequence)],
    ['Hash', hash],
  ];
  return facts.flatMap(([label, text]): [string, string][] => (text ? [[label, text]] : []));
}

const labelled = (property: Property | undefined, value: string): string => property?.['x-labels']?.[value] ?? value;
