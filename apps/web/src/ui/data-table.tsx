import type { Key, ReactNode } from 'react';
import styles from './data-table.module.css';
import { useMedia } from './use-media.ts';

export interface Column<Row> {
  /** Header of the column, and of each value in the list layout. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** Aligns the values to the right. */
  isNumber?: boolean;
}

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** True for few, short columns, which fit on a tablet too. */
  isNarrow?: boolean;
}

/**
 * A table that becomes a list of blocks with named values on a narrow screen. Roles are explicit,
 * because some browsers drop them with the layout.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, isNarrow } = props;
  const isList = useMedia(isNarrow ? '(max-width: 36em)' : '(max-width: 60em)');
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: lost where the table is laid out as blocks
    <table role="table" aria-label={label} className={styles.table} data-list={isList || undefined}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ title, isNumber }) => (
            <th key={title} role="columnheader" scope="col" data-number={isNumber || undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            {columns.map(({ title, cell, isNumber }) => (
              <td key={title} role="cell" data-number={isNumber || undefined}>
                <span className={styles.name} aria-hidden>
                  {title}
                </span>
                <div className={styles.value}>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  );
}
