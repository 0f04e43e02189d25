import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { isConnectionFailure } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { IconZoomIn, IconZoomOut } from '../../../../ui/more-icons.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import styles from './files.module.css';
import { drawPage, measurePage, openPdf, pdfProblemOf, readPageText } from './pdf-document.ts';

type PdfState =
  | { kind: 'opening' }
  | { kind: 'open'; document: PDFDocumentProxy; ratio: number }
  | { kind: 'failed'; error: unknown };

export function PdfView({ content }: { content: Blob }) {
  const { t } = useTranslation('instructions');
  const [state, retry] = usePdf(content);
  const stage = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(1);
  if (state.kind === 'opening') return <SkeletonLines lines={8} />;
  if (state.kind === 'failed') return <PdfFailure error={state.error} onRetry={retry} />;
  const { numPages: count } = state.document;
  return (
    <>
      <div className={styles.pdfBar}>
        <p className={styles.quiet}>{t('files.pdf.pages', { count })}</p>
        <ZoomButtons zoom={zoom} onZoom={setZoom} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
      <section ref={stage} className={styles.stage} aria-label={t('files.pdf.label')} tabIndex={0}>
        <Pages document={state.document} ratio={state.ratio} zoom={zoom} stage={stage} />
      </section>
    </>
  );
}

/** The file is unreadable, or the PDF reader could not be loaded. */
function PdfFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('instructions');
  if (isConnectionFailure(error)) {
    return <ErrorState title={t('files.previewFailed')} error={error} onRetry={onRetry} />;
  }
  return (
    <Notice kind="warning" announced>
      {t(`files.pdf.${pdfProblemOf(error)}`)}
    </Notice>
  );
}

const zoomFactors = [1, 1.5, 2, 3];

interface ZoomButtonsProps {
  zoom: number;
  onZoom: (zoom: number) => void;
}

function ZoomButtons({ zoom, onZoom }: ZoomButtonsProps) {
  const { t } = useTranslation('instructions');
  const smaller = zoomFactors.findLast((step) => step < zoom);
  const larger = zoomFactors.find((step) => step > zoom);
  return (
    <div className={styles.actions}>
      <Button
        kind="quiet"
        icon={<IconZoomOut size={20} aria-hidden />}
        disabled={smaller === undefined}
        onClick={() => smaller && onZoom(smaller)}
      >
        {t('files.pdf.smaller')}
      </Button>
      <Button
        kind="quiet"
        icon={<IconZoomIn size={20} aria-hidden />}
        disabled={larger === undefined}
        onClick={() => larger && onZoom(larger)}
      >
        {t('files.pdf.larger')}
      </Button>
    </div>
  );
}

interface PagesProps {
  document: PDFDocumentProxy;
  ratio: number;
  zoom: number;
  stage: RefObject<HTMLElement | null>;
}

function Pages({ document, ratio, zoom, stage }: PagesProps) {
  return Array.from({ length: document.numPages }, (_, index) => (
    <PdfPage
      // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its number
      key={index}
      document={document}
      pageNumber={index + 1}
      firstRatio={ratio}
      zoom={zoom}
      stage={stage}
    />
  ));
}

function usePdf(content: Blob): [PdfState, retry: () => void] {
  const [state, setState] = useState<PdfState>({ kind: 'opening' });
  const [attempts, setAttempts] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt opens the file again
  useEffect(() => {
    let close: () => void = () => {};
    let isClosed = false;
    const open = async () => {
      const bytes = await content.arrayBuffer();
      if (isClosed) return;
      const opening = openPdf(bytes);
      close = opening.close;
      const document = await opening.document;
      const ratio = await measurePage(document, 1);
      if (!isClosed) setState({ kind: 'open', document, ratio });
    };
    open().catch((error) => {
      if (!isClosed) setState({ kind: 'failed', error });
    });
    return () => {
      isClosed = true;
      close();
    };
  }, [content, attempts]);
  const retry = () => {
    setState({ kind: 'opening' });
    setAttempts(attempts + 1);
  };
  return [state, retry];
}

interface PdfPageProps {
  document: PDFDocumentProxy;
  pageNumber: number;
  /** Height-to-width ratio of the first page, used until that of this page is known. */
  firstRatio: number;
  /** Factor of the available width. */
  zoom: number;
  stage: RefObject<HTMLElement | null>;
}

/** Draws the page only near the viewport, because canvases need much memory. */
export function PdfPage({ document, pageNumber, firstRatio, zoom, stage }: PdfPageProps) {
  const { t } = useTranslation('instructions');
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useIsNear(frame, stage);
  const [ratio, setRatio] = useState(firstRatio);
  const [text, setText] = useState('');
  const [isBroken, setBroken] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every zoom redraws the page
  useEffect(() => {
    const target = canvas.current;
    if (!isNear || !target) return;
    let drawing: ReturnType<typeof drawPage> | undefined;
    let isCleanedUp = false;
    const draw = async () => {
      setRatio(await measurePage(document, pageNumber));
      const page = await document.getPage(pageNumber);
      if (isCleanedUp) return;
      drawing = drawPage(page, target);
      await drawing.promise;
      const content = await readPageText(page);
      if (!isCleanedUp) setText(content);
    };
    draw().catch(() => {
      if (!isCleanedUp) setBroken(true);
    });
    return () => {
      isCleanedUp = true;
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
      style={{ width: `${zoom * 100}%`, aspectRatio: `1 / ${ratio}` }}
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
