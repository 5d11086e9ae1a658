package dev.scalelab.operator.analysis;

import java.util.List;

/** Weighted linear least squares with a few columns. */
final class NormalEquations {
  private NormalEquations() {}

  /** The coefficients of the columns; 0 for one that the others already explain. */
  static double[] solve(List<double[]> columns, double[] target, double[] weights) {
    int p = columns.size();
    double[][] matrix = new double[p][p + 1];
    for (int j = 0; j < p; j++) {
      for (int k = 0; k < p; k++) {
        matrix[j][k] = product(columns.get(j), columns.get(k), weights);
      }
      matrix[j][p] = product(columns.get(j), target, weights);
    }
    return eliminate(matrix);
  }

  private static double product(double[] a, double[] b, double[] weights) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += weights[i] * a[i] * b[i];
    }
    return sum;
  }

  /** Gauss-Jordan elimination; the matrix is symmetric and not negative, so its order is kept. */
  private static double[] eliminate(double[][] matrix) {
    int p = matrix.length;
    double[] size = new double[p];
    for (int j = 0; j < p; j++) {
      size[j] = matrix[j][j];
    }
    for (int j = 0; j < p; j++) {
      if (matrix[j][j] <= 1e-13 * size[j]) {
        matrix[j] = new double[p + 1];
        continue;
      }
      double pivot = matrix[j][j];
      for (int k = 0; k <= p; k++) {
        matrix[j][k] /= pivot;
      }
      for (int row = 0; row < p; row++) {
        double factor = matrix[row][j];
        for (int k = 0; row != j && k <= p; k++) {
          matrix[row][k] -= factor * matrix[j][k];
        }
      }
    }
    double[] solution = new double[p];
    for (int j = 0; j < p; j++) {
      solution[j] = matrix[j][p];
    }
    return solution;
  }
}
