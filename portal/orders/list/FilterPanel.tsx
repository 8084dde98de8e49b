import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { choicesOf, listOf, type NamedRecord, recordOf } from '../../api/queries.ts';
import { channelPath, useChannels } from '../../channels/useChannels.ts';
import { updateListParams } from '../../lists/listState.ts';
import { RangeFilterInput } from '../../lists/RangeFilterInput.tsx';
import { useDebounced } from '../../lists/useDebounced.ts';
import { Combobox } from '../../look/Combobox.tsx';
import { Field } from '../../look/Field.tsx';
import type { ListboxOption } from '../../look/Listbox.tsx';
import { useSignedIn } from '../../session/SessionProvider.tsx';
import { ClientField } from '../editing/ClientField.tsx';
import { useFilterNames } from './ActiveOrderFilters.tsx';
import { ConditionForm } from './ConditionForm.tsx';
import styles from './FilterPanel.module.css';
import { type FormColumn, formColumnsOf, shownColumns } from './formColumns.ts';
import { conditionFields, standardColumns } from './orderConditions.ts';
import { conditionPrefix, type OrderFilters } from './orderFilters.ts';

interface FilterPanelProps {
  channel: NamedRecord;
  filters: OrderFilters;
  params: URLSearchParams;
  change: (changes: Record<string, string>) => void;
  /** The table columns of the selected form. */
  columns: readonly FormColumn[];
}

/** The panel with the other filters of the order list. Each choice updates the address at once. */
export function FilterPanel({ channel, filters, params, change, columns }: FilterPanelProps) {
  const { user: me } = useSignedIn();
  const names = useFilterNames(filters);
  const { client, form, from, to, isAcross } = filters;
  const optionOf = (id: string, name: string | undefined) => (id ? { id, name: name ?? '…' } : null);
  return (
    <section className={styles.panel} aria-label="Filters">
      <ClientField
        channelId={isAcross ? '' : channel.id}
        value={optionOf(client, names.client)}
        onChange={(chosen) => change({ client: chosen?.id ?? '' })}
        onLeft={() => undefined}
      />
      <PersonFilter
        value={optionOf(filters.user, names.user)}
        onChange={(id) => change({ user: id === me.id ? 'me' : id })}
      />
      <ChannelChoice channel={channel} isAcross={isAcross} params={params} />
      <FormChoice form={form} onChange={(id) => change({ form: id, columns: '', sort: '' })} />
      <RangeFilterInput label="Updated from" kind="date" value={from} onChange={(day) => change({ from: day })} />
      <RangeFilterInput label="Updated to" kind="date" value={to} onChange={(day) => change({ to: day })} />
      <ConditionForm
        fields={conditionFields(columns)}
        onAdd={(key, value) => change({ [`${conditionPrefix}${key}`]: value })}
      />
      {form === '' && <p className={styles.hint}>Choose a form to filter by its own fields.</p>}
    </section>
  );
}

/**
 * The panel of the columns menu: the standard columns, and those of the channel's form. Showing a form column limits the
 * list to orders on that form.
 */
export function ColumnPanel({ channel, filters, change, columns }: Omit<FilterPanelProps, 'params'>) {
  const { data: record } = useQuery({ ...recordOf('channels', channel.id), enabled: filters.form === '' });
  const formId = filters.form || (record?.orderFormId ?? '');
  const own = useQuery({ ...formColumnsOf(formId), enabled: formId !== '' });
  const formColumns = filters.form ? columns : (own.data ?? []);
  const { hidden } = filters;
  return (
    <section className={styles.panel} aria-label="Columns">
      <fieldset className={styles.columns}>
        <legend>Columns</legend>
        {standardColumns.map(({ key, title }) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={!hidden.includes(key)}
              onChange={() =>
                change({
                  hidden: standardColumns
                    .map((each) => each.key)
                    .filter((each) => hidden.includes(each) !== (each === key))
                    .join(','),
                })
              }
            />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
      {formColumns.length > 0 && (
        <ColumnChoice
          columns={formColumns}
          chosen={filters.form ? filters.columns : []}
          onChange={(paths) => change({ form: formId, columns: paths })}
        />
      )}
      {!filters.form && formColumns.length > 0 && (
        <p className={styles.hint}>A column of the form limits the list to orders on this form.</p>
      )}
    </section>
  );
}

/** Selecting another channel navigates to its list and keeps the other filters. */
function ChannelChoice({
  channel,
  isAcross,
  params,
}: {
  channel: NamedRecord;
  isAcross: boolean;
  params: URLSearchParams;
}) {
  const { channels } = useChannels();
  const navigate = useNavigate();
  if (channels.length < 2) return null;
  const choose = (id: string) => {
    const chosen = channels.find((each) => each.id === id) ?? channel;
    // Clients, forms and form columns belong to one channel; reset them.
    const changes = { across: id === '' ? 'yes' : '', client: '', form: '', columns: '', sort: '' };
    void navigate(`${channelPath(chosen, 'orders')}?${updateListParams(params, changes)}`, { replace: true });
  };
  return (
    <Field label="Channel">
      {(control) => (
        <select {...control} value={isAcross ? '' : channel.id} onChange={({ target }) => choose(target.value)}>
          {channels.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="">All channels</option>
        </select>
      )}
    </Field>
  );
}

function FormChoice({ form, onChange }: { form: string; onChange: (id: string) => void }) {
  const { data: forms = [] } = useQuery(choicesOf('forms'));
  return (
    <Field label="Form">
      {(control) => (
        <select {...control} value={form} onChange={({ target }) => onChange(target.value)}>
          <option value="">All forms</option>
          {forms.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function ColumnChoice({
  columns,
  chosen,
  onChange,
}: {
  columns: readonly FormColumn[];
  chosen: readonly string[] | null;
  onChange: (paths: string) => void;
}) {
  const visiblePaths = shownColumns(columns, chosen).map(({ path }) => path);
  const turn = (path: string) =>
    columns.map((each) => each.path).filter((each) => visiblePaths.includes(each) !== (each === path));
  return (
    <fieldset className={styles.columns}>
      <legend>Columns of the form</legend>
      {columns.map(({ path, title }) => (
        <label key={path}>
          <input
            type="checkbox"
            checked={visiblePaths.includes(path)}
            onChange={() => onChange(turn(path).join(',') || 'none')}
          />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The person filter: a search among the users that the person may see. */
function PersonFilter({ value, onChange }: { value: ListboxOption | null; onChange: (id: string) => void }) {
  const [text, setText] = useState<string>();
  const search = useDebounced(text ?? '');
  const people = useQuery({ ...listOf('users', { limit: 20, sort: 'name', search }), enabled: text !== undefined });
  const options = (people.data?.results ?? []).map(({ id, name, email }) => ({ id, name, note: email ?? '' }));
  return (
    <Combobox
      label="Person"
      value={value}
      options={options}
      isPending={people.isFetching || search !== text}
      onSearch={setText}
      onChange={(option) => onChange(option?.id ?? '')}
    />
  );
}
