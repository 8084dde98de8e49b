import { Field } from '../look/Field.tsx';
import type { OrganizationNode } from './organizations.ts';

/** The option value for "no organization". */
export const noEntity = 'outside';

/** The select for the organization of a new client, shown if there is more than one choice (design 4). */
export function EntitySelect({
  choices,
  mayStayOutside,
  value,
  isMissing,
  onChange,
}: {
  choices: readonly OrganizationNode[];
  mayStayOutside: boolean;
  value: string;
  isMissing: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <Field
      label="Organization"
      isRequired
      mark=""
      hint="People in this organization and those above it can see the client."
      error={isMissing ? 'Missing required field: Organization' : undefined}
    >
      {(control) => (
        <select
          {...control}
          // Focus the select if its value is missing.
          ref={isMissing ? goTo : undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">Choose one</option>
          {choices.map(({ id, name, depth }) => (
            <option key={id} value={id}>
              {`${'\u00a0\u00a0'.repeat(depth)}${name}`}
            </option>
          ))}
          {mayStayOutside && <option value={noEntity}>None for now (only administrators can see the client)</option>}
        </select>
      )}
    </Field>
  );
}

const goTo = (select: HTMLSelectElement | null) => select?.focus();
