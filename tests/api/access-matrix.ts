/**
 * The access matrix (design 4), specified once more for the tests: by resource and action, for each role, at which
 * places. `all` is everywhere, `agency` and `guild` are the user's own, `own` is what the user has created, `-` is
 * nowhere. A resource of the API that is missing here, or a call without a row, fails access-matrix.test.ts.
 */
const rights = `
                       ADMIN  DEVELOPER  AGENCY_ADMIN  AGENCY_USER  member  manager  guild  nobody
User          read     all    all        agency        agency       agency  guild    -      -
User          create   all    -          agency        -            -       guild    -      -
User          update   all    -          agency        agency       -       guild    -      -
User          welcome  all    -          agency        -            -       guild    -      -
User          proxy    all    all        -             -            -       -        -      -
EmailAddress  read     all    all        agency        agency       agency  guild    -      -
EmailAddress  create   all    -          -             agency       -       -        -      -
EmailAddress  update   all    -          -             agency       -       -        -      -
EmailAddress  delete   all    -          -             agency       -       -        -      -
AuthProvider  read     all    all        agency        agency       agency  guild    -      -
AuthProvider  create   all    -          -             agency       -       -        -      -
AuthProvider  update   all    -          -             agency       -       -        -      -
AuthProvider  delete   all    -          -             agency       -       -        -      -
Passkey       read     all    -          -             agency       -       -        -      -
Passkey       create   -      -          -             agency       -       -        -      -
Passkey       update   all    -          -             agency       -       -        -      -
Passkey       delete   all    -          -             agency       -       -        -      -
Entity        read     all    all        agency        agency       agency  -        -      -
Entity        create   all    -          agency        -            -       -        -      -
Entity        update   all    -          agency        -            -       -        -      -
Entity        delete   all    -          -             -            -       -        -      -
EntityMember  read     all    all        agency        agency       agency  -        -      -
EntityMember  create   all    -          agency        -            -       -        -      -
EntityMember  update   all    -          agency        -            -       -        -      -
EntityMember  delete   all    -          agency        -            -       -        -      -
Invitation    read     all    all        agency        -            -       -        -      -
Invitation    create   all    -          agency        -            -       -        -      -
Invitation    delete   all    -          agency        -            -       -        -      -
Client        read     all    all        agency        agency       agency  -        -      -
Client        create   all    -          agency        agency       agency  -        -      -
Client        update   all    -          agency        agency       agency  -        -      -
Client        delete   all    -          -             -            -       -        -      -
ClientMerge   read     all    all        -             -            -       -        -      -
Channel       read     all    all        agency        agency       agency  -        -      -
Channel       write    all    all        -             -            -       -        -      -
Form          read     all    all        agency        agency       agency  -        -      -
Form          write    all    all        -             -            -       -        -      -
FormVersion   read     all    all        -             -            -       -        -      -
FormBacktest  read     all    -          -             -            -       -        -      -
FormBacktest  write    all    -          -             -            -       -        -      -
FormBlock     read     all    all        -             -            -       -        -      -
FormBlock     write    all    all        -             -            -       -        -      -
OptionList    read     all    all        -             -            -       -        -      -
OptionList    write    all    all        -             -            -       -        -      -
Product       read     all    all        agency        agency       agency  -        -      -
Product       write    all    all        -             -            -       -        -      -
AccessRule    read     all    all        -             -            -       -        -      -
AccessRule    write    all    all        -             -            -       -        -      -
Order         read     all    all        agency        agency       agency  -        -      -
Order         create   all    -          agency        agency       agency  -        -      -
Order         update   all    -          agency        agency       -       -        -      -
Order         delete   all    -          agency        agency       -       -        -      -
Order         moderate all    -          agency        -            -       -        -      -
Guild         read     all    all        -             -            -       guild    guild  -
Guild         write    all    -          -             -            -       -        -      -
GuildResource read     all    all        -             -            -       guild    guild  -
GuildResource write    all    -          -             -            -       -        -      -
Report        read     all    all        all           all          all     -        -      -
Report        write    all    all        -             -            -       -        -      -
ReportRow     read     all    all        agency        agency       agency  -        -      -
ReportRow     write    all    all        -             -            -       -        -      -
ProofOfWork   read     all    all        agency        agency       agency  -        -      -
ProofOfWork   write    all    all        -             -            -       -        -      -
ProspectAudit read     all    all        agency        agency       own     -        -      -
Import        read     all    own        own           own          own     -        -      -
Import        write    all    own        own           own          own     -        -      -
AuditReport   read     all    all        agency        agency       own     -        -      -
ProspectAudit create   all    -          agency        agency       own     -        -      -
ProductSuggestion read all    all        -             -            -       -        -      -
ProductSuggestion write all   -          -             -            -       -        -      -
EmailTemplate read     all    all        -             -            -       -        -      -
EmailTemplate write    all    -          -             -            -       -        -      -
AuditEntry    read     all    all        -             -            -       -        -      -
AuditExport   read     all    all        -             -            -       -        -      -
Job           read     all    -          -             -            -       -        -      -
Job           write    all    -          -             -            -       -        -      -
OutboxMessage read     all    -          -             -            -       -        -      -
OutboxMessage update   all    -          -             -            -       -        -      -
OrderBatch    read     all    -          -             -            -       -        -      -
OrderBatch    write    all    -          -             -            -       -        -      -
BulkJob       read     all    -          -             -            -       -        -      -
BulkJob       write    all    -          -             -            -       -        -      -
BulkItem      read     all    -          -             -            -       -        -      -
Webhook       read     all    -          -             -            -       -        -      -
Webhook       write    all    -          -             -            -       -        -      -
WebhookDelivery read   all    -          -             -            -       -        -      -
WebhookDelivery update all    -          -             -            -       -        -      -
ShareLink     read     all    -          -             agency       -       -        -      -
ShareLink     create   all    all        agency        agency       agency  -        -      -
ShareLink     delete   all    -          -             agency       -       -        -      -
File          read     all    -          -             agency       -       -        -      -
Dashboard     read     all    all        -             -            -       -        -      -
Status        read     all    -          -             -            -       -        -      -
ReportSchedule read    all    -          -             agency       -       -        -      -
ReportSchedule update  all    -          -             agency       -       -        -      -
ReportSchedule delete  all    -          -             agency       -       -        -      -
SavedView     read     all    -          -             agency       -       -        -      -
SavedView     update   all    -          -             agency       -       -        -      -
SavedView     delete   all    -          -             agency       -       -        -      -
`;

/** Resources of their own that all signed-in users may list. */
const everybodys = ['User', 'File', 'SavedView', 'OrderBatch', 'BulkJob', 'ShareLink', 'ReportSchedule', 'Passkey'];

/**
 * The calls beyond the standard ones of a resource. `open` needs no session, `signed in` is for everybody with a
 * session (a form is named in the query), `own` affects the session itself and would end or change it (sessions.test.ts
 * and impersonation.test.ts test those); the others name the right that they require.
 */
const calls = `
GET    /api/openapi.json                             open
GET    /api/healthz                                  open
GET    /api/readyz                                   open
POST   /api/auth/magic                               open
POST   /api/auth/magic/verify                        open
POST   /api/auth/magic/code                          open
POST   /api/auth/passkey                             open
POST   /api/auth/passkey/options                     open
POST   /api/auth/basic                               open
GET    /api/auth/google                              open
GET    /api/auth/google/callback                     open
GET    /api/auth/ability                             open
GET    /api/auth/self                                open
GET    /api/data/config                              open
POST   /api/auth/logout                              own
DELETE /api/sessions                                 own
DELETE /api/sessions/{id}                            own
GET    /api/sessions                                 signed in
GET    /api/data/constants/managers                  signed in
GET    /api/search                                   signed in
GET    /api/options/{source}                         signed in
POST   /api/email_addresses                          signed in
POST   /api/files                                    signed in
POST   /api/share_links                              create ShareLink
POST   /api/shared                                   open
POST   /api/report_schedules                         signed in
GET    /api/files/usage                              signed in
POST   /api/saved_views                              signed in
PUT    /api/saved_views                              signed in
POST   /api/auth/proxy/{id}                          proxy User
POST   /api/users/{id}/welcome                       welcome User
POST   /api/users/{id}/passkeys/options              create Passkey
GET    /api/users/{id}/memberships                   read User
GET    /api/users/{id}/rights                        read User
PATCH  /api/email_addresses/{id}                     update EmailAddress
DELETE /api/email_addresses/{id}                     delete EmailAddress
POST   /api/email_addresses/{id}/verify              update EmailAddress
POST   /api/products/check                           write Product
GET    /api/products/{id}/validator                  read Product
GET    /api/entities/tree                            read Entity
GET    /api/entities/{id}/dependents                 read Entity
POST   /api/entities/{id}/dissolve                   delete Entity
POST   /api/entities/{id}/clients                    create Client
GET    /api/invitations                              signed in
POST   /api/invitations/{id}/accept                  signed in
POST   /api/invitations/{id}/decline                 signed in
GET    /api/files                                    read File
GET    /api/files/{id}                               read File
GET    /api/files/{id}/content                       read File
GET    /api/files/{id}/thumbnail                     read File
POST   /api/forms/{id}/check                         read Form
POST   /api/forms/{id}/versions/{number}/publish     write Form
GET    /api/forms/{id}/draft                         write Form
PUT    /api/forms/{id}/draft                         write Form
DELETE /api/forms/{id}/draft                         write Form
PUT    /api/forms/{id}/presence                      write Form
DELETE /api/forms/{id}/presence                      write Form
POST   /api/forms/{id}/examples/check                write Form
GET    /api/forms/{id}/backtests                     write Form
GET    /api/forms/{id}/backtests.csv                 write Form
GET    /api/forms/{id}/backtests.xlsx                write Form
POST   /api/forms/{id}/backtests                     write Form
GET    /api/form_records                             signed in
GET    /api/form_records.csv                         signed in
GET    /api/form_records.xlsx                        signed in
GET    /api/guilds/{id}/resources                    read GuildResource
POST   /api/guilds/{id}/resources                    write GuildResource
PATCH  /api/guilds/{id}/resources                    write GuildResource
GET    /api/orders/{id}/versions                     read Order
GET    /api/orders/{id}/versions/{number}            read Order
POST   /api/orders/{id}/versions/{number}/restore    update Order
GET    /api/orders/{id}/upgrade                      update Order
POST   /api/orders/{id}/upgrade                      update Order
POST   /api/orders/{id}/actions                      update Order
POST   /api/orders/preview                           create Order
POST   /api/orders/{id}/check                        update Order
POST   /api/orders/{id}/duplicate                    create Order
POST   /api/orders/{id}/copies                       create Order
POST   /api/bulk_jobs                                signed in
GET    /api/orders/{id}/form                         read Order
GET    /api/orders/{id}/mails                        read Order
GET    /api/orders/{id}/products                     read Order
POST   /api/orders/{id}/mails/{mail}/resend          moderate Order
POST   /api/channels/{id}/onboarding_email/test      write Channel
POST   /api/email_templates/{id}/test                write EmailTemplate
POST   /api/webhooks/{id}/secret                     write Webhook
GET    /api/dashboard                                read Dashboard
GET    /api/status                                   read Status
POST   /api/reports/{id}/rows/import                 write ReportRow
POST   /api/proof_of_work/import                     write ProofOfWork
POST   /api/channels/import                          write Channel
POST   /api/clients/import                           create Client
POST   /api/email_templates/import                   write EmailTemplate
POST   /api/entities/import                          create Entity
POST   /api/forms/import                             write Form
POST   /api/guilds/import                            write Guild
POST   /api/orders/import                            create Order
POST   /api/product_suggestions/import               write ProductSuggestion
POST   /api/products/import                          write Product
POST   /api/prospect_audit/import                    create ProspectAudit
POST   /api/reports/import                           write Report
POST   /api/users/import                             create User
POST   /api/webhooks/import                          write Webhook
GET    /api/imports/{id}/faulty.csv                  read Import
GET    /api/prospect_audit/{id}/suggestions          read ProspectAudit
POST   /api/prospect_audit/{id}/retry                create ProspectAudit
POST   /api/prospect_audit/{id}/order                create ProspectAudit
GET    /api/clients/industries                       read Client
GET    /api/clients/duplicates                       read Client
GET    /api/clients/duplicates/groups                read Client
PUT    /api/clients/duplicates/dismissals            delete Client
GET    /api/clients/{id}/overview                    read Client
GET    /api/clients/{id}/merge                       delete Client
POST   /api/clients/{id}/merge                       delete Client
POST   /api/clients/{id}/merges/{mergeId}/undo       delete Client
POST   /api/reports/preview                          write Report
GET    /api/reports/{id}/summary                     read Report
GET    /api/reports/{id}/orders                      read Report
GET    /api/reports/{id}/orders.csv                  read Report
GET    /api/reports/{id}/orders.xlsx                 read Report
GET    /api/reports/{id}/view                        read Report
GET    /api/reports/{id}/view.csv                    read Report
GET    /api/reports/{id}/view.xlsx                   read Report
`;

export const accessRoles = [
  'ADMIN',
  'DEVELOPER',
  'AGENCY_ADMIN',
  'AGENCY_USER',
  'member',
  'manager',
  'guild',
  'nobody',
] as const;
export type AccessRole = (typeof accessRoles)[number];

/** Where a record is: in one's own agency or guild, or in somebody else's. */
const recordPlaces = ['own agency', 'own guild', 'other agency', 'other guild', 'other channel'] as const;
export type RecordPlace = (typeof recordPlaces)[number];

export interface MatrixRight {
  action: string;
  resource: string;
}

const linesOf = (table: string) => table.trim().split('\n');

const cells = new Map(
  linesOf(rights)
    .slice(1)
    .map((line) => {
      const [resource, action, ...row] = line.trim().split(/\s+/);
      return [`${action} ${resource}`, row] as const;
    }),
);

/** The requirement of a call: `open`, `signed in`, `own`, or a right. Undefined if it has no row. */
export const requirementOf = (method: string, path: string): string | undefined => rows.get(`${method} ${path}`);

const rows = new Map(
  linesOf(calls).map((line): [string, string] => {
    const [method, path, ...need] = line.trim().split(/\s+/);
    return [`${method} ${path}`, need.join(' ')];
  }),
);

/** All rows, so that a row without a call is detected. */
export const matrixRows = [...rows.keys()];

/** Parses the right of a row. Throws if the matrix does not have it. */
export function rightOf(need: string): MatrixRight {
  const [action = '', resource = ''] = need.split(' ');
  const found = [action, 'write'].find((each) => cells.has(`${each} ${resource}`));
  if (!found) throw new Error(`tests/api/access-matrix.ts has no caller who may ${need}`);
  return { action: found, resource };
}

/** Whether the matrix allows a role an action on a record at a place. */
export function isAllowedAt({ action, resource }: MatrixRight, role: AccessRole, place: RecordPlace): boolean {
  const cell = cells.get(`${action} ${resource}`)?.[accessRoles.indexOf(role)];
  return cell === 'all' || (cell !== '-' && place === `own ${cell}`);
}

/** Whether the matrix allows a role an action anywhere: to list or to create. */
export function isAllowedAnywhere({ action, resource }: MatrixRight, role: AccessRole): boolean {
  if (action === 'read' && everybodys.includes(resource)) return true;
  return cells.get(`${action} ${resource}`)?.[accessRoles.indexOf(role)] !== '-';
}
