import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Order as schema } from '#schemas/generated/registry.ts';
import type { BulkJob } from '#schemas/generated/types.ts';
import { bulkTitle, type OrderBulkAction, offeredBulkActions, orderBulkActions } from '#schemas/orders/bulk-actions.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { moneyText } from '#schemas/texts/money.ts';
import { listOf, type NamedRecord, type Page, type PopulatedOrder } from '../../api/queries.ts';
import type { QueryValue } from '../../api/request.ts';
import { channelPath } from '../../channels/useChannels.ts';
import {
  type BulkCommand,
  BulkInputDialog,
  BulkJobDialog,
  BulkReport,
  type BulkSelection,
} from '../../lists/BulkJob.tsx';
import { type SelectedRows, SelectionBar } from '../../lists/SelectionBar.tsx';
import { useDebounced } from '../../lists/useDebounced.ts';
import { Button } from '../../look/Button.tsx';
import { Combobox } from '../../look/Combobox.tsx';
import type { ListboxOption } from '../../look/Listbox.tsx';
import { useSignedIn } from '../../session/SessionProvider.tsx';
import { AdditionalFieldInput } from '../editing/AdditionalFields.tsx';
import { TransitionDialog } from '../lifecycle/TransitionDialog.tsx';
import { orderRights } from '../orderRights.ts';

/**
 * The bar below the order list while rows are selected: how many, the sum of their amounts, and the actions that at
 * least one of them allows.
 */
export function OrderSelectionBar({
  channel,
  selection,
  onSelect,
  page,
  query,
  csvColumns,
}: {
  channel: NamedRecord;
  selection: SelectedRows<PopulatedOrder>;
  onSelect: (selection: SelectedRows<PopulatedOrder> | undefined) => void;
  page: Page<PopulatedOrder> | undefined;
  /** The list's query, which selects everything that matches. */
  query: Record<string, QueryValue>;
  csvColumns: string[];
}) {
  const { user, ability } = useSignedIn();
  const navigate = useNavigate();
  const [act, setAct] = useState<OrderBulkAction>();
  const orders = selection.isAll ? (page?.results ?? []) : [...selection.rows.values()];
  const actions = offeredBulkActions(orders, {
    rightsOf: (order) => orderRights(ability, { ...order, actions: [], approval: null }, user),
    canCreate: ability.can('create', 'Order'),
  });
  return (
    <SelectionBar
      things="orders"
      path="orders"
      csv={{ columns: csvColumns, populate: 'client,user,channel' }}
      summary={<span>{moneyText(sumOf(orders)) || 'No amounts'}</span>}
      {...{ selection, onSelect, page, query }}
    >
      {({ isTooMany, ...selected }) => (
        <>
          {actions.map((each) => (
            <Button key={each.label} disabled={isTooMany} onClick={() => setAct(each)}>
              {each.label}
            </Button>
          ))}
          {act && (
            <OrderBulkDialog
              action={act}
              {...selected}
              onStarted={(job) => void navigate(channelPath(channel, `orders?bulk=${job.id}`))}
              onClose={() => setAct(undefined)}
            />
          )}
        </>
      )}
    </SelectionBar>
  );
}

/** The sum of the orders' amounts; undefined if none has one. */
function sumOf(orders: readonly Pick<PopulatedOrder, 'amount'>[]): number | undefined {
  const amounts = orders.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  // Amounts have two decimals, which do not add up exactly in binary.
  return amounts.length === 0 ? undefined : Math.round(amounts.reduce((sum, each) => sum + each * 100, 0)) / 100;
}

const commandOf = (action: OrderBulkAction, input: object): BulkCommand => ({
  resource: 'orders',
  action: action.action,
  input,
  titleOf: (count) => bulkTitle(action, count),
  done: action.done,
  isEnd: action.isEnd,
});

/** The dialog of a bulk action: asks for what the action needs, shows the preview, and starts the job. */
export function OrderBulkDialog({
  action,
  selection,
  count,
  onStarted,
  onClose,
}: {
  action: OrderBulkAction;
  selection: BulkSelection;
  count: number;
  onStarted: (job: BulkJob) => void;
  onClose: () => void;
}) {
  const [input, setInput] = useState<object>();
  const title = bulkTitle(action, count);
  if (!input && action.inputs.length > 0)
    return (
      <TransitionDialog
        transition={{ inputs: action.inputs }}
        question={{ title, yes: 'Continue', no: 'Close' }}
        onAnswer={setInput}
        onClose={onClose}
      />
    );
  if (!input && action.field !== undefined)
    return <FieldDialog title={title} name={action.field} onAnswer={setInput} onClose={onClose} />;
  return <BulkJobDialog command={commandOf(action, input ?? {})} {...{ selection, count, onStarted, onClose }} />;
}

/** Asks for the new value of a property. */
function FieldDialog({
  title,
  name,
  onAnswer,
  onClose,
}: {
  title: string;
  name: string;
  onAnswer: (input: object) => void;
  onClose: () => void;
}) {
  const [value, setValue] = useState<unknown>();
  const isPerson = schema.properties[name]?.['x-ref'] === 'User';
  const submit = () => value !== undefined && onAnswer({ [name]: value });
  return (
    <BulkInputDialog title={title} isReady={value !== undefined} onSubmit={submit} onClose={onClose}>
      {isPerson ? (
        <PersonField label={schema.properties[name]?.title ?? labelOf(name)} onChange={setValue} />
      ) : (
        <AdditionalFieldInput name={name} value={value} isReadOnly={false} onChange={setValue} />
      )}
    </BulkInputDialog>
  );
}

function PersonField({ label, onChange }: { label: string; onChange: (id: string | undefined) => void }) {
  const [person, setPerson] = useState<ListboxOption | null>(null);
  const [text, setText] = useState<string>();
  const search = useDebounced(text ?? '');
  const found = useQuery({ ...listOf('users', { limit: 20, sort: 'name', search }), enabled: text !== undefined });
  return (
    <Combobox
      label={label}
      value={person}
      options={(found.data?.results ?? []).map(({ id, name, email }) => ({ id, name, note: email }))}
      isPending={found.isFetching || search !== (text ?? '')}
      onSearch={setText}
      onLeft={() => undefined}
      onChange={(option) => {
        setPerson(option);
        onChange(option?.id);
      }}
    />
  );
}

/** The result of a bulk job for orders of a channel (`?bulk=`). */
export function OrderBulkReport({ channel, id }: { channel: NamedRecord; id: string }) {
  return (
    <BulkReport
      id={id}
      commandOf={(job) => commandOf(actionOf(job), job.input)}
      list={channelPath(channel, 'orders')}
      things="orders"
    />
  );
}

/** The texts of a job's action. */
function actionOf({ action, input }: Pick<BulkJob, 'action' | 'input'>): OrderBulkAction {
  const isSame = (each: OrderBulkAction) =>
    each.action === action && (each.field === undefined || Object.hasOwn(input, each.field));
  return (
    orderBulkActions.find(isSame) ?? {
      action: 'set',
      label: 'Change orders',
      title: 'Change {}',
      done: 'changed',
      inputs: [],
    }
  );
}
