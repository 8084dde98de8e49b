import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { User } from '#schemas/generated/types.ts';
import { listOf } from '../api/queries.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { ListBody } from '../lists/ListBody.tsx';
import { pageSize, useListState } from '../lists/listState.ts';
import { SearchField } from '../lists/SearchField.tsx';
import { buttonClass } from '../look/Button.tsx';
import { DataTable, type DataTableColumn, updatedColumn } from '../look/DataTable.tsx';
import { EmptyState } from '../look/EmptyState.tsx';
import { GuildManagerGuard } from './GuildManagerGuard.tsx';

const stateOf = ({ inactive }: User) => (inactive ? 'Inactive' : 'Active');

const columns: [DataTableColumn<User>, ...DataTableColumn<User>[]] = [
  { key: 'name', title: 'Name', sort: 'name', cell: ({ name }) => name },
  { key: 'email', title: 'E-mail', sort: 'email', isWideOnly: true, cell: ({ email }) => email },
  { key: 'inactive', title: 'Status', isWideOnly: true, cell: stateOf },
  updatedColumn,
];

/** The list of the users of one's guild, for its managers (spec 2, 'Guild area'). */
export function GuildUsersPage() {
  return <GuildManagerGuard title="Organization">{(guild) => <UserList guild={guild} />}</GuildManagerGuard>;
}

function UserList({ guild }: { guild: string }) {
  const { page, search, sort, change, hrefOfPage, onSort } = useListState('name');
  const list = useQuery(listOf('users', { page: page + 1, limit: pageSize, search, sort, guild }));
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
            columns={columns}
            rows={rows}
            hrefOf={({ id }) => `/g/users/${id}`}
            below={(user) => `${user.email}${user.inactive ? ', inactive' : ''}`}
            sort={sort}
            onSort={onSort}
            isStale={isStale}
          />
        )}
      </ListBody>
    </>
  );
}
