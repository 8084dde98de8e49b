import type { OrderStage } from '#schemas/orders/order-stage.ts';
import type { OrderTransitionName } from '#schemas/orders/transitions.ts';

/**
 * Write access to the properties of an order (design 6, 'Writable fields'), specified once more for the tests: by
 * property and stage, for each role with its own order and with an order of another user in the same agency. `yes` is
 * writable by itself, letters are the transitions that may include the property, `yes-tj` is writable by itself but not
 * with these transitions, `-` is never writable. The orders were submitted before.
 *
 *   s submit   a approve   t take back   b send back   c change   q ask to bypass for a change
 *   x cancel   r reopen    j reject the bypass
 *
 * PENDING_CHANGE is a pending change of a COMPLETE order. A stranger is an AGENCY_ADMIN of another agency.
 */
const matrix = `
                                                    ADMIN           AGENCY_ADMIN    AGENCY_USER     DEVELOPER       stranger
                                                    own     other   own     other   own     other   own     other   own     other
channelId/client/formData/products  CREATE          yes     yes     yes     yes     yes     -       -       -       -       -
channelId/client/formData/products  DRAFT           yes     yes     yes     yes     yes     -       -       -       -       -
channelId/client/formData/products  PENDING         yes     yes     yes     yes     -       -       -       -       -       -
channelId/client/formData/products  PENDING_CHANGE  yes-tj  yes-bj  yes-tj  yes-bj  -       -       -       -       -       -
channelId/client/formData/products  COMPLETE        cq      cq      cq      cq      cq      -       -       -       -       -
channelId/client/formData/products  CANCELED        -       -       -       -       -       -       -       -       -       -
form                                CREATE          yes     yes     yes     yes     yes     -       -       -       -       -
form                                DRAFT           yes     yes     yes     yes     yes     -       -       -       -       -
form                                PENDING         -       -       -       -       -       -       -       -       -       -
form                                PENDING_CHANGE  -       -       -       -       -       -       -       -       -       -
form                                COMPLETE        -       -       -       -       -       -       -       -       -       -
form                                CANCELED        -       -       -       -       -       -       -       -       -       -
user                                CREATE          yes     yes     yes     yes     -       -       -       -       -       -
user                                DRAFT           yes     yes     yes     yes     -       -       -       -       -       -
user                                PENDING         yes     yes     yes     yes     -       -       -       -       -       -
user                                PENDING_CHANGE  yes-tj  yes-bj  yes-tj  yes-bj  -       -       -       -       -       -
user                                COMPLETE        cq      cq      cq      cq      -       -       -       -       -       -
user                                CANCELED        -       -       -       -       -       -       -       -       -       -
assignedTo                          CREATE          -       -       -       -       -       -       -       -       -       -
assignedTo                          DRAFT           -       -       -       -       -       -       -       -       -       -
assignedTo                          PENDING         yes     yes     yes     yes     -       -       -       -       -       -
assignedTo                          PENDING_CHANGE  yes-tj  yes-bj  yes-tj  yes-bj  -       -       -       -       -       -
assignedTo                          COMPLETE        -       -       -       -       -       -       -       -       -       -
assignedTo                          CANCELED        -       -       -       -       -       -       -       -       -       -
neededBy                            CREATE          yes     yes     yes     yes     yes     -       -       -       -       -
neededBy                            DRAFT           yes     yes     yes     yes     yes     -       -       -       -       -
neededBy                            PENDING         yes     yes     yes     yes     -       -       -       -       -       -
neededBy                            PENDING_CHANGE  yes-tj  yes-bj  yes-tj  yes-bj  -       -       -       -       -       -
neededBy                            COMPLETE        -       -       -       -       -       -       -       -       -       -
neededBy                            CANCELED        -       -       -       -       -       -       -       -       -       -
changeNotes                         CREATE          -       -       -       -       -       -       -       -       -       -
changeNotes                         DRAFT           -       -       -       -       -       -       -       -       -       -
changeNotes                         PENDING         -       -       -       -       -       -       -       -       -       -
changeNotes                         PENDING_CHANGE  -       -       -       -       -       -       -       -       -       -
changeNotes                         COMPLETE        cq      cq      cq      cq      cq      -       -       -       -       -
changeNotes                         CANCELED        -       -       -       -       -       -       -       -       -       -
cancelationReason/cancelationNotes  CREATE          -       -       -       -       -       -       -       -       -       -
cancelationReason/cancelationNotes  DRAFT           x       x       x       x       x       -       -       -       -       -
cancelationReason/cancelationNotes  PENDING         x       x       x       x       x       -       -       -       -       -
cancelationReason/cancelationNotes  PENDING_CHANGE  x       x       x       x       -       -       -       -       -       -
cancelationReason/cancelationNotes  COMPLETE        x       x       x       x       -       -       -       -       -       -
cancelationReason/cancelationNotes  CANCELED        -       -       -       -       -       -       -       -       -       -
reason                              CREATE          -       -       -       -       -       -       -       -       -       -
reason                              DRAFT           -       -       -       -       -       -       -       -       -       -
reason                              PENDING         t       b       t       b       t       -       -       -       -       -
reason                              PENDING_CHANGE  t       b       t       b       t       -       -       -       -       -
reason                              COMPLETE        -       -       -       -       -       -       -       -       -       -
reason                              CANCELED        -       -       -       -       -       -       -       -       -       -
status                              CREATE          -       -       -       -       -       -       -       -       -       -
status                              DRAFT           sx      sx      sx      sx      sx      -       -       -       -       -
status                              PENDING         atx     abx     atx     abx     tx      -       -       -       -       -
status                              PENDING_CHANGE  atx     abx     atx     abx     t       -       -       -       -       -
status                              COMPLETE        cx      cx      cx      cx      c       -       -       -       -       -
status                              CANCELED        r       r       -       -       -       -       -       -       -       -
autosave                            CREATE          -       -       -       -       -       -       -       -       -       -
autosave                            DRAFT           yes     -       yes     -       yes     -       -       -       -       -
autosave                            PENDING         -       -       -       -       -       -       -       -       -       -
autosave                            PENDING_CHANGE  -       -       -       -       -       -       -       -       -       -
autosave                            COMPLETE        -       -       -       -       -       -       -       -       -       -
autosave                            CANCELED        -       -       -       -       -       -       -       -       -       -
`;

/** The letters of the transitions. A transition without a letter writes no property. */
export const transitionLetters: Readonly<Partial<Record<OrderTransitionName, string>>> = {
  submit: 's',
  approve: 'a',
  takeBack: 't',
  sendBack: 'b',
  change: 'c',
  askChangeBypass: 'q',
  cancel: 'x',
  reopen: 'r',
  rejectBypass: 'j',
};

export const writeMatrixRoles = ['ADMIN', 'AGENCY_ADMIN', 'AGENCY_USER', 'DEVELOPER', 'stranger'] as const;
export type WriteMatrixRole = (typeof writeMatrixRoles)[number];

/** One cell: a role's write access to a property, for its own order or that of another user. */
export interface WriteMatrixCell {
  field: string;
  stage: string;
  role: WriteMatrixRole;
  isOwn: boolean;
  cell: string;
}

/** All cells of the table; a row of several properties yields cells for each. */
export const writeMatrixCells: readonly WriteMatrixCell[] = matrix
  .trim()
  .split('\n')
  .slice(2)
  .flatMap((line) => {
    const [fields = '', stage = '', ...cells] = line.trim().split(/\s+/);
    return fields
      .split('/')
      .flatMap((field) =>
        writeMatrixRoles.flatMap((role, index) =>
          [true, false].map((isOwn, at) => ({ field, stage, role, isOwn, cell: cells[2 * index + at] ?? '' })),
        ),
      );
  });

/** The cells of a stage that never allow a write by itself. */
export const readOnlyCells = (stage: OrderStage): WriteMatrixCell[] =>
  writeMatrixCells.filter((each) => each.stage === stage && !each.cell.startsWith('yes'));
