SELECT 'session', basket_number FROM purchases
