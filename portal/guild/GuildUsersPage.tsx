import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { User } from '#schemas/generated/types.ts';
import { listOf } from '../api/queries.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { PageHead } from '../frame/PageHead.tsx';
import type { BulkCommand } from '../lists/BulkJob.tsx';
import { ListBody } from '../lists/ListBody.tsx';
import { pageSize, useListState, useRowSelection } from '../lists/listState.ts';
import { SearchField } from '../lists/SearchField.tsx';
import type { SelectedRecords } from '../lists/SelectionBar.tsx';
import { Button, buttonClass } from '../look/Button.tsx';
import { DataTable, type DataTableColumn, updatedColumn } from '../look/DataTable.tsx';
import { EmptyState } from '../look/EmptyState.tsx';
import { GuildManagerGuard } from './GuildManagerGuard.tsx';

/** Loaded when the first row is selected. */
const SelectionBar = lazyComponent(async () => (await import('../lists/SelectionBar.tsx')).SelectionBar);
const BulkJobDialog = lazyComponent(async () => (await import('../lists/BulkJob.tsx')).BulkJobDialog, {
  isDialog: true,
});

/** The result of a bulk action (`?bulk=`). */
const BulkReport = lazyComponent(async () => (await import('../lists/BulkJob.tsx')).BulkReport);

const stateOf = ({ inactive }: User) => (inactive ? 'Inactive' : 'Active');

const columns: [DataTableColumn<User>, ...DataTableColumn<User>[]] = [
  { key: 'name', title: 'Name', sort: 'name', cell: ({ name }) => name },
  { key: 'email', title: 'E-mail', sort: 'email', isWideOnly: true, cell: ({ email }) => email },
  { key: 'inactive', title: 'Status', isWideOnly: true, cell: stateOf },
  updatedColumn,
];

/** The list of the users of one's guild, for its managers (spec 2, 'Guild area'). */
export function GuildUsersPage() {
  const bulk = useSearchParams()[0].get('bulk');
  return (
    <GuildManagerGuard title="Organization">
      {(guild) =>
        bulk ? (
          <BulkReport
            key={bulk}
            id={bulk}
            commandOf={({ input }) => commandOf(input.inactive === true)}
            list="/g/users"
            things="users"
          />
        ) : (
          <UserList guild={guild} />
        )
      }
    </GuildManagerGuard>
  );
}

function UserList({ guild }: { guild: string }) {
  const { page, search, sort, change, hrefOfPage, onSort } = useListState('name');
  const query = { search, sort, guild };
  const list = useQuery(listOf('users', { ...query, page: page + 1, limit: pageSize }));
  const { selection, onSelect, checkboxes } = useRowSelection(query);
  const add = (
    <Link className={buttonClass('primary')} to="/g/users/new">
      New User
    </Link>
  );
  return (
    <>
      <PageHead title="Organization" actions={add} />
      <ListBody
        filters={<SearchField label="Search users" value={search} onSearch={(text) => change({ search: text })} />}
        list={list}
        page={page}
        things="users"
        hrefOfPage={hrefOfPage}
        empty={
          <EmptyState title={search ? `No users match “${search}”` : 'No users yet'} action={search ? undefined : add}>
            {search ? 'Check the spelling, or try fewer letters.' : 'Add the people in your organization here.'}
          </EmptyState>
        }
      >
        {(rows, isStale) => (
          <DataTable
            caption="Users"
            {...{ columns, rows, isStale, sort, onSort }}
            hrefOf={({ id }) => `/g/users/${id}`}
            below={(user) => `${user.email}${user.inactive ? ', inactive' : ''}`}
            selection={checkboxes(rows, ({ name }) => name)}
          />
        )}
      </ListBody>
      {selection && (
        <SelectionBar
          things="users"
          path="users"
          page={list.data}
          csv={{ columns: 'name,email,inactive,createdAt,updatedAt' }}
          {...{ selection, onSelect, query }}
        >
          {(selected) => <UserBulkActions {...selected} />}
        </SelectionBar>
      )}
    </>
  );
}

/** The bulk job that deactivates or activates users. */
const commandOf = (inactive: boolean): BulkCommand => ({
  resource: 'users',
  action: 'set',
  input: { inactive },
  titleOf: (count) =>
    `${inactive ? 'Deactivate' : 'Activate'} ${count === 1 ? '1 user' : `${count.toLocaleString('en-US')} users`}`,
  done: inactive ? 'deactivated' : 'activated',
  isEnd: inactive,
});

/** The actions for selected users. The preview says whom the manager cannot change. */
function UserBulkActions({ selection, count, isTooMany }: SelectedRecords) {
  const navigate = useNavigate();
  const [command, setCommand] = useState<BulkCommand>();
  return (
    <>
      <Button disabled={isTooMany} onClick={() => setCommand(commandOf(false))}>
        Activate
      </Button>
      <Button disabled={isTooMany} onClick={() => setCommand(commandOf(true))}>
        Deactivate
      </Button>
      {command && (
        <BulkJobDialog
          {...{ command, selection, count }}
          onStarted={({ id }) => void navigate(`/g/users?bulk=${id}`)}
          onClose={() => setCommand(undefined)}
        />
      )}
    </>
  );
}
