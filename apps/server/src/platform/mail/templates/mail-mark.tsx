import { look } from './mail-look.ts';

/**
 * The product's mark and name. A picture would have to be loaded or attached, and a drawing is taken
 * out by mail programs, so two leaves and a letter are made of table cells.
 */
export function MailMark({ name }: { name: string }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={look.brand}>
      <tbody>
        <tr>
          <td style={look.markPlace}>
            <table role="presentation" cellPadding={0} cellSpacing={0} border={0} aria-hidden>
              <tbody>
                <tr>
                  <td className="mark-green" style={look.leftLeaf} />
                  <td style={look.betweenLeaves} />
                  <td className="mark-gold" style={look.rightLeaf} />
                </tr>
                <tr>
                  <td colSpan={3} className="mark-edges" style={look.openLetter} />
                </tr>
                <tr>
                  <td colSpan={3} className="mark-green" style={look.letter} />
                </tr>
              </tbody>
            </table>
          </td>
          <td className="ink" style={look.name}>
            {name}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
