import type { ResourceVocabulary } from '../generated/vocabulary.ts';
import { actionLabels, principalLabels, scopeLabels } from './access-labels.ts';
import { type GrantedAction, grantsForPrincipal, principals } from './grants.ts';

/**
 * Renders the permission matrix (who may do what) as Markdown: a row per resource, from the `x-access` that the API
 * enforces (design 4).
 */
export function rightsPage(schemas: readonly ResourceVocabulary[]): string {
  const open = schemas.filter((schema) => schema['x-access']);
  return `${[
    '# Who may do what',
    'Made by `npm run generate` from the `x-access` of the schemas and the words of `words.ts`. A right comes from a role, a membership, the flag of a guild or of a membership, or being signed in; `GET /api/users/{id}/rights` says which it is for one person and one record. What is not here is for an ADMIN alone.',
    [
      `| | ${columns.map((each) => principalLabels[each]).join(' | ')} |`,
      `| --- |${columns.map(() => ' --- |').join('')}`,
      ...open.map(rowOf),
    ].join('\n'),
    'Beside these: nobody gives a right that they do not hold, who has rights beyond one’s own is neither deactivated nor made a member, and what a record’s state allows (an order’s in [states.md](../orders/states.md)) is asked after all of it.',
  ].join('\n\n')}\n`;
}

const columns = ['ADMIN', ...principals] as const;

function rowOf({ title, 'x-access': access = {} }: ResourceVocabulary): string {
  const cells = columns.map((principal) => {
    if (principal === 'ADMIN') return 'all';
    return grantsForPrincipal(access[principal])
      .map(
        ({ actions, scope }) =>
          `${actions.map((each: GrantedAction) => actionLabels[each]).join(', ')}: ${scopeLabels[scope]}`,
      )
      .join('; ');
  });
  return `| ${[title, ...cells].join(' | ')} |`;
}
