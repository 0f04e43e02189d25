import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from './files.module.css';
import { drawPage, pageShape, pageText } from './pdf-document.ts';

interface PdfPageProps {
  document: PDFDocumentProxy;
  pageNumber: number;
  /** The shape of the first page, until this one's is known. */
  firstShape: number;
  /** How much wider than the room there is. */
  zoom: number;
  stage: RefObject<HTMLElement | null>;
}

/** Draws its page when it comes near, and lets go of it when it is far away. */
export function PdfPage({ document, pageNumber, firstShape, zoom, stage }: PdfPageProps) {
  const { t } = useTranslation('instructions');
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useIsNear(frame, stage);
  const [shape, setShape] = useState(firstShape);
  const [text, setText] = useState('');
  const [isBroken, setBroken] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again for every width
  useEffect(() => {
    const target = canvas.current;
    if (!isNear || !target) return;
    let drawing: ReturnType<typeof drawPage> | undefined;
    let isGone = false;
    const draw = async () => {
      setShape(await pageShape(document, pageNumber));
      const page = await document.getPage(pageNumber);
      if (isGone) return;
      drawing = drawPage(page, target);
      await drawing.promise;
      const words = await pageText(page);
      if (!isGone) setText(words);
    };
    draw().catch(() => {
      if (!isGone) setBroken(true);
    });
    return () => {
      isGone = true;
      drawing?.cancel();
      target.width = 0;
      target.height = 0;
    };
  }, [isNear, document, pageNumber, zoom]);

  const label = t('files.pdf.page', { page: pageNumber, count: document.numPages });
  return (
    <div
      ref={frame}
      className={styles.page}
      style={{ width: `${zoom * 100}%`, aspectRatio: `1 / ${shape}` }}
    >
      {isBroken ? (
        <p className={styles.pageProblem}>{t('files.pdf.pageBroken', { page: pageNumber })}</p>
      ) : (
        <canvas ref={canvas} className={styles.canvas} aria-label={label}>
          {text}
        </canvas>
      )}
    </div>
  );
}

function useIsNear(
  frame: RefObject<HTMLElement | null>,
  stage: RefObject<HTMLElement | null>,
): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!frame.current) return;
    const observer = new IntersectionObserver(
      (changes) => setNear(changes.at(-1)?.isIntersecting === true),
      { root: stage.current, rootMargin: '100% 0px' },
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame, stage]);
  return isNear;
}
