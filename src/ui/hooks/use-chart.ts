/** Charts of lightweight-charts; imported only by screens with charts, lazily. */
import { createChart, type IChartApi } from 'lightweight-charts'
import { type RefObject, useEffect, useRef } from 'react'
import { useLocale } from '#console/i18n/i18n.ts'

export interface ChartColours {
  own: string
  rise: string
  fall: string
  text: string
  grid: string
}

/** Colours of the theme, in a form for canvas. */
function coloursIn(box: HTMLElement): ChartColours {
  const probe = document.createElement('span')
  box.append(probe)
  const painted = (name: string) => {
    probe.style.color = `var(${name})`
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!canvas) return '#888888'
    canvas.fillStyle = getComputedStyle(probe).color
    canvas.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data
    return `rgb(${r}, ${g}, ${b})`
  }
  const found = {
    own: painted('--primary'),
    rise: painted('--primary-text'),
    fall: painted('--danger-text'),
    text: painted('--muted-foreground'),
    grid: painted('--border'),
  }
  probe.remove()
  return found
}

interface Options {
  /** Formats a value at the axis. */
  format: (value: number) => string
  /** Can be panned and zoomed; vertical touch still scrolls the page. */
  moves?: boolean
}

/** Chart in the element of this ref, drawn by `draw`, and redrawn when that, the theme or the language changes. */
export function useChart(
  draw: (chart: IChartApi, colours: ChartColours) => void,
  { format, moves = false }: Options,
): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const locale = useLocale()
  useEffect(() => {
    const element = box.current
    if (!element) return
    const begin = () => {
      const colours = coloursIn(element)
      const chart = createChart(element, {
        autoSize: true,
        layout: { background: { color: 'transparent' }, textColor: colours.text, attributionLogo: false, fontFamily: 'inherit' },
        grid: { vertLines: { visible: false }, horzLines: { color: colours.grid } },
        rightPriceScale: { borderVisible: false },
        timeScale: { borderColor: colours.grid, fixLeftEdge: true, fixRightEdge: true },
        localization: { locale, priceFormatter: format },
        handleScroll: moves && { mouseWheel: false, pressedMouseMove: true, horzTouchDrag: true, vertTouchDrag: false },
        handleScale: moves && { mouseWheel: false, pinch: true, axisPressedMouseMove: true, axisDoubleClickReset: true },
      })
      draw(chart, colours)
      chart.timeScale().fitContent()
      return chart
    }
    let chart = begin()
    // Colours are painted, so a new theme redraws.
    const themes = new MutationObserver(() => {
      chart.remove()
      chart = begin()
    })
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'data-theme', 'style'] })
    return () => {
      themes.disconnect()
      chart.remove()
    }
  }, [draw, format, moves, locale])
  return box
}
